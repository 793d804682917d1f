// Finding the cells of atoms.
extension ScopeCore {
  /// Calls a closure with the cell of an atom.
  @inlinable @inline(__always)
  func withAtomCell<A: AtomDefinition, Result>(
    of atom: A, _ body: (AtomCell<A.Value>) -> Result
  ) -> Result {
    var search = DefinitionSearch(self, for: .cellInSlot)
    atom.find(&search)
    guard let cell = search.cell else { return body(atomCell(of: atom)) }
    // SAFETY: an `AtomDeclaration` makes only atom cells; a cell in a slot stays as long as its
    // scope.
    return cell._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: AtomCell<A.Value>.self))
    }
  }

  @usableFromInline @inline(never)
  func atomCell<A: AtomDefinition>(of atom: A) -> AtomCell<A.Value> {
    // SAFETY: as above.
    unsafeDowncast(cell(of: atom), to: AtomCell<A.Value>.self)
  }
}
