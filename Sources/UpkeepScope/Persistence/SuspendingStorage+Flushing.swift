extension SuspendingStorage {
  /// Waits until all values that scopes have handed to this storage are saved or have failed.
  ///
  /// Call the method, for example, before the program ends, after its scopes were released.
  public nonisolated(nonsending) func flushed() async {
    for storageQueue in StorageQueue.all(of: self) { await storageQueue.untilEmpty() }
  }
}
