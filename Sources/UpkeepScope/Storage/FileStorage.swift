#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Saves atoms in a folder, each in a file of its own.
///
///     static let settings = Atom(Settings()).persisted(key: "settings", in: FileStorage(folder: folder))
///
/// A file is written as a whole or not at all: a program that ends in the middle leaves the one that was there. Its
/// name is the key, with what a file's name cannot have written as `%` and two digits, and `.json`.
public struct FileStorage: KeyedStorage {
  /// Where the files are. Made with the first of them.
  public let folder: URL

  /// Makes one for a folder, which need not be there yet.
  ///
  /// - Parameter folder: a file URL.
  public init(folder: URL) { self.folder = folder }

  /// Returns the bytes of the file of a key, nil if there is no file.
  public func read(_ key: String) throws -> Data? {
    let file = file(of: key)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  /// Writes the file of a key.
  public func write(_ data: Data, for key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file(of: key), options: .atomic)
  }

  /// Renames the file of a key.
  public func setAside(_ key: String) throws -> String {
    let file = file(of: key)
    let name = freeName(after: file.lastPathComponent) {
      FileManager.default.fileExists(atPath: folder.appending(component: $0).path)
    }
    let place = folder.appending(component: name)
    try FileManager.default.moveItem(at: file, to: place)
    return place.path
  }

  private func file(of key: String) -> URL {
    let name = key.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return folder.appending(component: name.joined() + ".json")
  }
}
