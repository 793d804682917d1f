/// The interface of the engine for an operator that keeps state beside its value.
///
/// A transaction that is rolled back restores such state by the steps that the operator adds here.
/// A module of operators sees no node, edge or context.
@usableFromInline
package enum OperatorUndo {
  /// Whether a transaction is open, which may be rolled back.
  @usableFromInline
  package static var isOpen: Bool { Context.current.journal != nil }

  /// Notes that the value that is being computed has state, which a rollback restores.
  ///
  /// If the rolled back transaction has computed its first value, the value computes again.
  package static func noteComputation() {
    let context = Context.current
    context.journal?.noteState(of: context.pointee.computing)
  }

  /// Adds a step to the rollback, if a transaction is open.
  ///
  /// - Parameter step: puts the old state back, and returns everything it has replaced. The
  ///   returned objects may have a `deinit` of the program, so they are released after the whole
  ///   rollback.
  package static func onRollback(_ step: @escaping () -> Any) {
    let context = Context.current
    context.journal?.onRollback(context) { _ in step() }
  }

  /// Releases an object when the turn has ended, because it may hold elements with a `deinit` that
  /// writes.
  package static func releaseLater(_ object: AnyObject) {
    // SAFETY: the end of the turn releases it.
    Graph.releaseLater(Unmanaged.passRetained(object), Context.current)
  }
}
