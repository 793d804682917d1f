import Upkeep

/// Is told which cells of a scope have changed.
protocol CellObserver: AnyObject {
  /// A cell was written, is gone, or has read something else.
  func noteChange(of id: DefinitionID)

  /// A cell was made: that alone is no change. Its first computation and its first write are.
  func noteArrival(of id: DefinitionID)
}

// Telling the observer of a scope's cells.
extension ScopeCore {
  func beginToTell(of cell: Cell) {
    cellsByProperty[ObjectIdentifier(cell.property)] = cell
    cell.beginToTell()
  }

  /// A cell was written, is gone, or has read something else.
  func noteChange(of id: DefinitionID) {
    guard isFollowed else { return }
    if let observer { observer.noteChange(of: id) } else { isFollowed = false }
  }

  /// The cell of a definition in this scope.
  func ownCell(of id: DefinitionID) -> Cell? {
    // SAFETY: an object in a slot, or in the table, is retained there.
    (content(ofSlot: id.key.place) ?? equalMemberCell(of: id.key))?.takeUnretainedValue()
  }
}
