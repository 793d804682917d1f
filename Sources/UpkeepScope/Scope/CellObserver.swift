import Upkeep

/// Is told which cells of a scope have changed.
protocol CellObserver: AnyObject {
  /// A cell was written, was made, is gone, or has read something else.
  func noteChange(of id: DefinitionID)
}

// Telling the observer of a scope's cells.
extension ScopeCore {
  func beginToTell(of cell: Cell) {
    cellsByProperty[ObjectIdentifier(cell.property)] = cell
    cell.beginToTell()
  }

  /// A cell has been written, has come or gone, or has read something else.
  func noteChange(of id: DefinitionID) {
    guard isFollowed else { return }
    if let observer { observer.noteChange(of: id) } else { isFollowed = false }
  }

  /// The cell of a definition in this scope.
  func ownCell(of id: DefinitionID) -> Cell? {
    // SAFETY: an object in a slot, or in the table, is retained there.
    (slot(id.key.place) ?? equalMemberCell(of: id.key))?.takeUnretainedValue()
  }
}
