import Foundation
import UpkeepScope

// SAFETY: touched only while `access` is held.
/// The values that a script saves, on a disk on which saves may fail.
final class Disk: @unchecked Sendable {
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
}

/// A disk that is written synchronously.
struct NearDisk: KeyedStorage, Hashable {
  let disk: Disk

  func read(_ key: String) -> Data? { disk.read(key) }
  func write(_ data: Data, for key: String) throws { try disk.write(data, for: key) }
  func setAside(_ key: String) throws -> String { throw Disk.Full() }
  static func == (left: NearDisk, right: NearDisk) -> Bool { left.disk === right.disk }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(disk)) }
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
