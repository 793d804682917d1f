import Foundation
import UpkeepScope

// SAFETY: touched only while `access` is held.
/// The values that a script saves, on a disk that is written synchronously, and may be full.
final class Disk: KeyedStorage, Hashable, @unchecked Sendable {
  struct Full: Error {}

  private let access = NSLock()
  private var saved: [String: Data] = [:]
  private var history: [String: [Int]] = [:]
  private var isFull = false

  func fill(_ isFull: Bool) { access.withLock { self.isFull = isFull } }

  /// The numbers that were saved under a key, in order.
  func history(of key: String) -> [Int] { access.withLock { history[key] ?? [] } }

  func read(_ key: String) -> Data? { access.withLock { saved[key] } }

  func write(_ data: Data, for key: String) throws {
    struct Saved: Decodable { let value: Int }
    let number = try JSONDecoder().decode(Saved.self, from: data).value
    try access.withLock {
      if isFull { throw Full() }
      saved[key] = data
      history[key, default: []].append(number)
    }
  }

  func setAside(_ key: String) throws -> String { throw Full() }
  static func == (left: Disk, right: Disk) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A disk that is written asynchronously.
actor FarDisk: SuspendingStorage {
  let disk: Disk

  init(_ disk: Disk) { self.disk = disk }

  func read(_ key: String) async -> Data? {
    await Task.yield()
    return disk.read(key)
  }

  func write(_ data: Data, for key: String) async throws {
    await Task.yield()
    try disk.write(data, for: key)
  }

  func setAside(_ key: String) throws -> String { throw Disk.Full() }
}
