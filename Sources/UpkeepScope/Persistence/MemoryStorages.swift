/// Memory storages in place of other storages.
final class MemoryStorages {
  /// Each replaced storage, which is kept so that its identity stays its own, and its replacement.
  private var memories: [AnyHashable: (replaced: any SuspendingStorage, memory: MemoryStorage)] =
    [:]

  /// Returns the memory storage that replaces a storage.
  func storage(for replaced: any SuspendingStorage) -> MemoryStorage {
    let identity = StorageQueue.identity(of: replaced).identity
    if let known = memories[identity] { return known.memory }
    let memory = MemoryStorage()
    memories[identity] = (replaced, memory)
    return memory
  }
}
