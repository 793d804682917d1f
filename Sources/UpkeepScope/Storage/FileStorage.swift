private import Upkeep
private import UpkeepThread

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Saves atoms in a folder, each in a file of its own.
///
///     static let settings = Atom(Settings())
///       .persisted(key: "settings", in: FileStorage(folder: folder))
///
/// A file is written as a whole or not at all, and is on the disk when that is said: a program that
/// is killed at any moment leaves the file that was there, or the new one. The edits of a collection
/// are added to its file; of those that a killed program has added in part nothing is read. Several
/// programs may write one file; the last one wins, and each read is whole. An atom follows the
/// writes of another program if the storage has an interval for looking.
///
/// A file's name is the key, with capitals, and characters that a file's name cannot have, written
/// as `%` and two digits, so that keys are different files also where the system does not tell
/// capitals, and `.json`. A file that a killed program has left unfinished is removed by the next
/// one that uses the folder.
public struct FileStorage: AppendableStorage, Hashable {
  /// The folder of the files.
  ///
  /// Made with the first of them.
  public let folder: URL
  /// The time between two looks whether another program has written; nil for never.
  private let interval: Duration?
  /// Called in tests before each step of writing or adding to a file; its error fails that.
  package var willTake: @Sendable (FileStep) throws -> Void = { _ in }

  /// Makes one for a folder, which need not be there yet.
  ///
  /// - Parameters:
  ///   - folder: a file URL.
  ///   - interval: the time between two looks, for each atom that is live, whether another program
  ///     has written its file: above zero; nil for never.
  public init(folder: URL, lookingEvery interval: Duration? = nil) {
    if let interval, interval <= .zero {
      stopProgram("FileStorage looks after a time above zero, not every \(interval)")
    }
    self.folder = folder
    self.interval = interval
  }

  /// Returns the bytes of the file of a key, nil if there is no file.
  @_documentation(visibility: internal)
  public func read(_ key: String) throws -> Data? {
    cleanUp()
    let file = file(of: key)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  /// Writes the file of a key.
  @_documentation(visibility: internal)
  public func write(_ data: Data, for key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    cleanUp()
    try FileReplacement(path: file(of: key).path, folder: folder.path, willTake: willTake)
      .write(data)
  }

  /// Adds to the file of a key.
  @_documentation(visibility: internal)
  public func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) throws -> Bool {
    try FileAppending(path: file(of: key).path, willTake: willTake)
      .append(data, after: count, endingIn: end)
  }

  /// Renames the file of a key.
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

  /// Returns a sequence that has an element when the file of a key has changed, by this
  /// program or another one; nil if the storage does not look.
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

  /// Storages of one folder are the same.
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

  /// Removes the unfinished files of programs that were killed: once a program for each folder that
  /// is there.
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
/// The folders in which this program has looked for leftovers of others.
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

/// Tells a file from another one that takes its place, and from what it was.
private struct FileStamp: Equatable, Sendable {
  private let number: Int?
  private let date: Date?
  /// Two additions may come within one tick of the date.
  private let size: Int?

  /// All nil where there is no file.
  init(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    number = attributes?[.systemFileNumber] as? Int
    date = attributes?[.modificationDate] as? Date
    size = attributes?[.size] as? Int
  }
}
