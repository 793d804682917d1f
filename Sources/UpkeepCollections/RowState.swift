public import Upkeep

/// The state to which an operator has come, which goes back with a transaction that is undone.
@usableFromInline
final class RowState<Value> {
  // SAFETY: read and replaced as a whole, or edited by functions that nothing leads from back to here.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// Replaces the state.
  ///
  /// Where the type is known: to make an object of it elsewhere would be to look the type up.
  @inlinable
  func set(_ new: Value) {
    let before = RowState(value)
    value = new
    keepWayBack(to: before)
  }

  /// Edits the state, or a copy of it if a transaction may lead back to it, or if it is not plain.
  ///
  /// Values that go may have a `deinit` of the program's, which has to wait. The body lets rows go later by itself.
  @inlinable
  func edit(isPlain: Bool, _ body: (inout Value) -> Void) {
    if isPlain, !OperatorState.mayGoBack {
      body(&value)
    } else {
      var new = value
      body(&new)
      set(new)
    }
  }

  @usableFromInline
  func keepWayBack(to before: RowState) {
    // An element that is in the old state alone may have a `deinit` that writes.
    OperatorState.releaseLater(before)
    guard OperatorState.mayGoBack else { return }
    OperatorState.noteComputation()
    OperatorState.onRollback { [self] in
      let gone = value
      value = before.value
      return gone
    }
  }
}
