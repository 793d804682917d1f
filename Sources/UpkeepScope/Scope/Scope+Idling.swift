extension Scope {
  /// Waits until no load of this scope, its parent or a child can continue by itself.
  package nonisolated(nonsending) func untilIdle() async { await core.pendingWork.untilIdle() }
}
