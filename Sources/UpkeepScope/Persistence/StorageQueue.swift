import Dispatch
private import UpkeepThread

// SAFETY: `channels`, `openCount` and `waiters` are used only while `upkeep_lock` is held.
/// The running reads and writes of one storage, from all scopes.
final class StorageQueue: @unchecked Sendable {
  let storage: any SuspendingStorage
  /// The queue on which a storage that does not suspend is written.
  let queue = DispatchQueue(label: "upkeep.storageQueue")

  // Not a `WeakTable`: it may release a channel under the lock, which the channel's `deinit` takes.
  private struct Entry {
    let identity: ObjectIdentifier
    weak var channel: SaveChannel?
  }
  private var channels: [String: Entry] = [:]
  private var openCount = 0
  private var waiters = Waiters()

  private init(_ storage: any SuspendingStorage) { self.storage = storage }

  /// Returns the queue of a storage.
  ///
  /// A storage without identity gets a new queue each time.
  static func of(_ storage: any SuspendingStorage) -> StorageQueue {
    let (identity, isShared) = identity(of: storage)
    return registry.locked { queues in
      var known = queues[identity] ?? WeakList()
      if isShared, let queue = known.objects.first { return queue }
      let storageQueue = StorageQueue(storage)
      known.append(storageQueue)
      queues[identity] = known
      return storageQueue
    }
  }

  /// Returns all queues that may belong to a storage.
  static func all(of storage: any SuspendingStorage) -> [StorageQueue] {
    registry.locked { $0[identity(of: storage).identity] }?.objects ?? []
  }

  /// Returns the identity of a storage, and whether no other storage has it.
  static func identity(
    of storage: any SuspendingStorage
  ) -> (identity: AnyHashable, isShared: Bool) {
    if type(of: storage) is AnyClass {
      return (ObjectIdentifier(storage as AnyObject), true)
    }
    if let storage = storage as? any Hashable { return (AnyHashable(storage), true) }
    return (ObjectIdentifier(type(of: storage)), false)
  }

  /// Returns the channel of a key, shared by all scopes that use the key.
  func channel(for key: String) -> SaveChannel {
    let fresh =
      storage is any KeyedStorage ? DirectChannel(key, self) : SuspendingChannel(key, self)
    return locked {
      if let entry = channels[key], let channel = entry.channel { return channel }
      channels[key] = Entry(identity: ObjectIdentifier(fresh), channel: fresh)
      return fresh
    }
  }

  /// Forgets a channel that is being released.
  func forget(_ channel: SaveChannel) {
    let identity = ObjectIdentifier(channel)
    locked { if channels[channel.key]?.identity == identity { channels[channel.key] = nil } }
  }

  // MARK: - Running work

  func begin() { locked { openCount += 1 } }

  func end() {
    let released = locked {
      openCount -= 1
      return openCount > 0 ? Waiters() : waiters.takeAll()
    }
    released.resume()
  }

  /// Waits until nothing is running.
  nonisolated(nonsending) func untilEmpty() async {
    let signals = locked { openCount > 0 ? waiters.add() : nil }
    guard let signals else { return }
    for await _ in signals {}
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body()
  }
}

private let registry = Registry()

// SAFETY: `queues` is used only while `access` is held.
/// The queues of all storages in use.
///
/// The registry has its own lock, because `==` of a program's storage runs under it.
private final class Registry: @unchecked Sendable {
  private let access = DispatchSemaphore(value: 1)
  private var queues: [AnyHashable: WeakList<StorageQueue>] = [:]
  private var limit = 16

  func locked<Result>(_ body: (inout [AnyHashable: WeakList<StorageQueue>]) -> Result) -> Result {
    access.wait()
    defer { access.signal() }
    if queues.count >= limit {
      queues = queues.filter { !$0.value.objects.isEmpty }
      limit = max(16, queues.count * 2)
    }
    return body(&queues)
  }
}
