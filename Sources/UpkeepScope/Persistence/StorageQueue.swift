import Dispatch
private import UpkeepThread

// SAFETY: `channels`, `openCount` and `waiting` are touched only while `upkeep_lock` is held.
/// The reads and writes under way in one storage, from all scopes.
final class StorageQueue: @unchecked Sendable {
  let storage: any SuspendingStorage
  /// Where it is written to a storage that does not suspend.
  let queue = DispatchQueue(label: "upkeep.storageQueue")

  private struct Entry {
    let identity: ObjectIdentifier
    weak var channel: SaveChannel?
  }
  private var channels: [String: Entry] = [:]
  private var openCount = 0
  private var waiting: [AsyncStream<Void>.Continuation] = []

  private init(_ storage: any SuspendingStorage) { self.storage = storage }

  /// That of a storage; another one each time where the storage cannot be told from others of its
  /// type.
  static func of(_ storage: any SuspendingStorage) -> StorageQueue {
    let (identity, isShared) = identity(of: storage)
    return registry.locked { queues in
      var known = (queues[identity] ?? []).filter { $0.storageQueue != nil }
      if isShared, let entry = known.first, let storageQueue = entry.storageQueue {
        return storageQueue
      }
      let storageQueue = StorageQueue(storage)
      known.append(Registry.Entry(storageQueue: storageQueue))
      queues[identity] = known
      return storageQueue
    }
  }

  /// All that may belong to a storage.
  static func all(of storage: any SuspendingStorage) -> [StorageQueue] {
    registry.locked { $0[identity(of: storage).identity] ?? [] }.compactMap(\.storageQueue)
  }

  private static func identity(
    of storage: any SuspendingStorage
  ) -> (identity: AnyHashable, isShared: Bool) {
    if type(of: storage) is AnyClass {
      return (ObjectIdentifier(storage as AnyObject), true)
    }
    if let storage = storage as? any Hashable { return (AnyHashable(storage), true) }
    return (ObjectIdentifier(type(of: storage)), false)
  }

  /// The channel of a key: one for all scopes that save there.
  func channel(for key: String) -> SaveChannel {
    let fresh =
      storage is any KeyedStorage ? DirectChannel(key, self) : SuspendingChannel(key, self)
    return locked {
      if let entry = channels[key], let channel = entry.channel { return channel }
      channels[key] = Entry(identity: ObjectIdentifier(fresh), channel: fresh)
      return fresh
    }
  }

  /// A channel is going.
  func forget(_ channel: SaveChannel) {
    let identity = ObjectIdentifier(channel)
    locked { if channels[channel.key]?.identity == identity { channels[channel.key] = nil } }
  }

  // MARK: - What is under way

  func begin() { locked { openCount += 1 } }

  func end() {
    let released = locked { () -> [AsyncStream<Void>.Continuation] in
      openCount -= 1
      if openCount > 0 { return [] }
      defer { waiting = [] }
      return waiting
    }
    for listener in released { listener.finish() }
  }

  /// Waits until nothing is under way.
  nonisolated(nonsending) func untilEmpty() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let isEmpty = locked {
      if openCount > 0 { waiting.append(signal) }
      return openCount == 0
    }
    if isEmpty { return }
    for await _ in signals {}
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body()
  }
}

private let registry = Registry()

// SAFETY: `queues` is touched only while `access` is held.
/// The queues of all storages in use. It has a lock of its own: `==` of a program's storage runs
/// under it.
private final class Registry: @unchecked Sendable {
  struct Entry { weak var storageQueue: StorageQueue? }

  private let access = DispatchSemaphore(value: 1)
  private var queues: [AnyHashable: [Entry]] = [:]
  private var limit = 16

  func locked<Result>(_ body: (inout [AnyHashable: [Entry]]) -> Result) -> Result {
    access.wait()
    defer { access.signal() }
    if queues.count >= limit {
      queues = queues.filter { $0.value.contains { $0.storageQueue != nil } }
      limit = max(16, queues.count * 2)
    }
    return body(&queues)
  }
}
