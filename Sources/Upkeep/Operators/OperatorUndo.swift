/// The engine, as an operator sees it that keeps a state beside its value.
///
/// Such a state goes back with a transaction that is undone, by the steps that the operator adds
/// here. A module of operators sees no node, edge or context.
@usableFromInline
package enum OperatorUndo {
  /// Whether a transaction is open, which may be undone.
  @usableFromInline
  package static var isOpen: Bool { Context.current.journal != nil }

  /// Has the value that is being computed computed anew after an undo, if it is its first one: its
  /// state goes back, too.
  package static func noteComputation() {
    let context = Context.current
    context.journal?.noteState(of: context.pointee.computing)
  }

  /// Adds a step of the way back, if a transaction is open.
  ///
  /// - Parameter step: puts the old state back, and returns what it has replaced. That may have a
  ///   `deinit` of the program's, which waits until all is put back.
  package static func onRollback(_ step: @escaping () -> Any) {
    let context = Context.current
    context.journal?.onRollback(context) { _ in step() }
  }

  /// Lets go of an object when the turn has ended: it may hold elements with a `deinit` that writes.
  package static func releaseLater(_ object: AnyObject) {
    // SAFETY: the end of the turn gives it back.
    Graph.releaseLater(Unmanaged.passRetained(object), Context.current)
  }
}
