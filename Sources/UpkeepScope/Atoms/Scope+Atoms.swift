public import Upkeep

// Atoms in a scope.
extension Scope {
  /// The value of an atom.
  ///
  /// An edit in place makes no copy: `scope[Cart.items].append(tea)`.
  ///
  /// - Parameter atom: the definition.
  @inlinable
  public subscript<A: AtomDefinition>(_ atom: A) -> A.Value {
    @inline(__always) get { core.value(of: atom) }
    set { core.withAtomCell(of: atom) { $0.write(newValue) } }
    _modify {
      let cell = core.atomCell(of: atom)
      let isTurn = cell.willEdit()
      defer { cell.didEdit(isTurn) }
      yield &cell.stored.value
    }
  }

  /// Edits an atom in place, as one change.
  ///
  /// An effect that edits the atom does not follow it.
  ///
  /// - Parameters:
  ///   - atom: the atom to edit.
  ///   - edit: gets the value; must not use the atom itself.
  /// - Returns: the result of `edit`.
  /// - Throws: the error of `edit`; changes made before the error stay.
  @discardableResult
  public func modify<A: AtomDefinition, Result, Failure>(
    _ atom: A, _ edit: (inout A.Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let cell = core.atomCell(of: atom)
    let isTurn = cell.willEdit()
    defer { cell.didEdit(isTurn) }
    return try cell.stored.modify(edit)
  }

  /// Sets an atom to its first value, computed anew.
  ///
  /// Resetting a resource forgets its result; the resource loads again when needed.
  ///
  /// - Parameter atom: the atom to write.
  public func reset<A: AtomDefinition>(_ atom: A) { core.atomCell(of: atom).reset() }
}
