extension Scope {
  /// Waits until no load and no read of a storage can continue by itself, in the tree of scopes.
  package nonisolated(nonsending) func untilIdle() async { await core.pendingWork.untilIdle() }
}
