import UpkeepThread

/// The state of transactions in a thread.
class UndoGuest: EffectGuest {
  // SAFETY: read and written whole.
  /// The innermost open transaction.
  @exclusivity(unchecked) final fileprivate(set) var journal: Journal?
  // SAFETY: read and written whole.
  /// The transaction that is being rolled back.
  @exclusivity(unchecked) final var undoing: Journal?

  // SAFETY: read and written whole.
  /// Whether a computation in this thread follows models, or has followed them.
  @exclusivity(unchecked) final var followsModels = false

  override final func willCheck(_ node: NodeRef, _ context: ContextRef) {
    if context.isInTransaction { node.guest?.noteForRollback(context) }
  }
}

extension ContextRef {
  /// The state of the thread's transactions.
  var undo: UndoGuest { guest(UndoGuest.self) }

  /// The innermost open transaction.
  var journal: Journal? {
    get { isInTransaction ? ask(UndoGuest.self, \.journal) : nil }
    nonmutating set {
      ask(UndoGuest.self) { undo in
        undo.journal = newValue
        pointee.transaction = newValue?.ticket ?? 0
        if newValue != nil {
          pointee.care.formUnion([.transaction, .checks])
        } else {
          pointee.care.subtract(undo.followsModels ? .transaction : [.transaction, .checks])
        }
      }
    }
  }

  /// Notes that a computation in this thread follows models.
  func noteModels() {
    undo.followsModels = true
    pointee.care.insert(.checks)
    upkeep_note_models()
  }
}
