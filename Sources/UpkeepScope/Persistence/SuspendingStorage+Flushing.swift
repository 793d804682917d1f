extension SuspendingStorage {
  /// Waits until all that scopes have handed to this storage is saved, or has failed: before a
  /// program ends, for example, whose scopes were released.
  public nonisolated(nonsending) func flushed() async {
    for storageQueue in StorageQueue.all(of: self) { await storageQueue.untilEmpty() }
  }
}
