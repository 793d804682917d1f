public import Upkeep

/// The state of an operator.
///
/// A rollback restores it.
@usableFromInline
final class RowState<Value> {
  // SAFETY: read and replaced as a whole, or edited by functions that cannot reach this object.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  /// Replaces the state.
  ///
  /// Inlinable, so that the type is known: elsewhere, creating an object would look the type up.
  @inlinable
  func set(_ new: Value) {
    let before = RowState(value)
    value = new
    keepWayBack(to: before)
  }

  /// Edits the state in place if it is plain and no transaction is open; otherwise edits a copy.
  ///
  /// The state is plain if its type is trivial. Other values may have a `deinit` of the program,
  /// which has to wait. `body` itself defers the release of rows.
  @inlinable
  func edit(isPlain: Bool, _ body: (inout Value) -> Void) {
    if isPlain, !OperatorUndo.isOpen {
      body(&value)
    } else {
      var new = value
      body(&new)
      set(new)
    }
  }

  /// Follows the inputs of an operator, and returns the collection of its rows.
  @inlinable
  func collection<ID, Element>(
    _ keys: KeyIndex<ID>, _ isUnchanged: @escaping (Element, Element) -> Bool,
    _ update: (inout Value) -> RowTree
  ) -> KeyedArray<ID, Element> {
    var new = value
    let tree = update(&new)
    set(new)
    keys.followIfUsed(tree)
    return KeyedArray(tree, keys, isUnchanged)
  }

  @usableFromInline
  func keepWayBack(to before: RowState) {
    // An element that only the old state retains may have a `deinit` that writes.
    OperatorUndo.releaseLater(before)
    guard OperatorUndo.isOpen else { return }
    OperatorUndo.noteComputation()
    OperatorUndo.onRollback { [self] in
      let gone = value
      value = before.value
      return gone
    }
  }
}
