extension Scope {
  /// Waits until no load of this scope, of its parent or of a child can go on by itself.
  package nonisolated(nonsending) func untilIdle() async { await core.pendingWork.untilIdle() }
}
