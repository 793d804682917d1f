private import Upkeep
private import UpkeepThread

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Saves each atom in its own file of a folder.
///
///     static let settings = Atom(Settings())
///       .persisted(key: "settings", in: FileStorage(folder: folder))
///
/// A file is replaced as a whole, and a completed save is on the disk: a program that is killed at
/// any moment leaves the old file or the new one. The edits of a collection are appended to its
/// file; a reader ignores edits that a killed program has appended in part. Several programs may
/// write one file: the last write wins, and no read mixes two writes. An atom follows the writes of
/// another program if the storage has a polling interval.
///
/// A file's name is the key and `.json`. Capitals and characters outside `a-z`, `0-9`, `-` and `_`
/// are written as `%` and two hexadecimal digits, so different keys never share a file, even if the
/// file system ignores case. The next program that uses the folder removes a file that a killed
/// program has left unfinished.
public struct FileStorage: AppendableStorage, Hashable {
  /// The folder of the files, made at the first write.
  public let folder: URL
  /// The time between two checks for writes of another program; nil for no checks.
  private let interval: Duration?
  /// Called in tests before each step of writing or appending; its error fails the step.
  package var willTake: @Sendable (FileStep) throws -> Void = { _ in }

  /// Makes a storage for a folder, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: a file URL.
  ///   - interval: the time between two checks of each live atom's file for writes of another
  ///     program, above zero; nil for no checks.
  public init(folder: URL, lookingEvery interval: Duration? = nil) {
    if let interval, interval <= .zero {
      stopProgram("FileStorage looks after a time above zero, not every \(interval)")
    }
    self.folder = folder
    self.interval = interval
  }

  /// Returns the bytes of a key's file; nil if there is no file.
  @_documentation(visibility: internal)
  public func read(_ key: String) throws -> Data? {
    cleanUp()
    let file = file(of: key)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  /// Replaces the file of a key.
  @_documentation(visibility: internal)
  public func write(_ data: Data, for key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    cleanUp()
    try FileReplacement(path: file(of: key).path, folder: folder.path, willTake: willTake)
      .write(data)
  }

  /// Appends to the file of a key.
  @_documentation(visibility: internal)
  public func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) throws -> Bool {
    try FileAppending(path: file(of: key).path, willTake: willTake)
      .append(data, after: count, endingIn: end)
  }

  /// Renames the file of a key, and returns its new path.
  @_documentation(visibility: internal)
  public func setAside(_ key: String) throws -> String {
    let file = file(of: key)
    let name = freeName(after: file.lastPathComponent) {
      FileManager.default.fileExists(atPath: folder.appending(component: $0).path)
    }
    let place = folder.appending(component: name)
    try FileManager.default.moveItem(at: file, to: place)
    return place.path
  }

  /// Returns a sequence with an element for each change of a key's file; nil without an interval.
  ///
  /// Writes of this program count, too.
  @_documentation(visibility: internal)
  public func changes(of key: String) -> AsyncStream<Void>? {
    guard let interval else { return nil }
    let path = file(of: key).path
    let start = FileStamp(path)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { changes in
      let task = Task.detached {
        var known = start
        while (try? await Task.sleep(for: interval)) != nil {
          let now = FileStamp(path)
          if now != known { changes.yield() }
          known = now
        }
      }
      changes.onTermination = { _ in task.cancel() }
    }
  }

  /// Returns whether two storages have the same folder.
  @_documentation(visibility: internal)
  public static func == (left: FileStorage, right: FileStorage) -> Bool {
    left.folder.standardizedFileURL == right.folder.standardizedFileURL
  }

  /// Hashes the folder.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(folder.standardizedFileURL) }

  private func file(of key: String) -> URL {
    let name = key.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return folder.appending(component: name.joined() + ".json")
  }

  /// Removes unfinished files of killed programs, once in this program for each existing folder.
  private func cleanUp() {
    let path = folder.standardizedFileURL.path
    if cleanFolders.contains(path) { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
    for name in names where FileReplacement.isUnfinished(name) {
      FileReplacement.removeIfAbandoned(folder.appending(component: name).path)
    }
    cleanFolders.insert(path)
  }
}

private let cleanFolders = CleanFolders()

// SAFETY: `paths` is touched only while `upkeep_lock` is held.
/// The folders that this program has cleaned up.
private final class CleanFolders: @unchecked Sendable {
  private var paths: Set<String> = []

  func contains(_ path: String) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return paths.contains(path)
  }

  func insert(_ path: String) {
    upkeep_lock()
    defer { upkeep_unlock() }
    paths.insert(path)
  }
}

/// Identifies a version of a file.
private struct FileStamp: Equatable, Sendable {
  private let number: Int?
  private let date: Date?
  /// The size, because two appends may fall within one tick of the date.
  private let size: Int?

  /// Reads the attributes of a file; all nil if there is none.
  init(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    number = attributes?[.systemFileNumber] as? Int
    date = attributes?[.modificationDate] as? Date
    size = attributes?[.size] as? Int
  }
}
