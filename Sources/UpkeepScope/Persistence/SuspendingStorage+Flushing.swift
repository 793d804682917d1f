extension SuspendingStorage {
  /// Waits until all that scopes have handed to this storage is saved, or has failed: before a program ends, for
  /// example, whose scopes were released.
  public nonisolated(nonsending) func flushed() async {
    for outbox in Outbox.all(of: self) { await outbox.untilEmpty() }
  }
}
