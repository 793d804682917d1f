import Upkeep

/// Receives the changes of a scope's cells.
protocol CellObserver: AnyObject {
  /// Notes that a cell was written, was released, or changed its inputs.
  func noteChange(of id: DefinitionID)

  /// Notes that a cell was made.
  ///
  /// Making a cell is no change; its first computation or write is a change.
  func noteArrival(of id: DefinitionID)
}

// Notifying the observer of a scope's cells.
extension ScopeCore {
  func beginToTell(of cell: Cell) {
    cellsByProperty[ObjectIdentifier(cell.property)] = cell
    cell.beginToTell()
  }

  /// Notes that a cell was written, was released, or changed its inputs.
  func noteChange(of id: DefinitionID) {
    guard isFollowed else { return }
    if let observer { observer.noteChange(of: id) } else { isFollowed = false }
  }

  /// Returns the cell of a definition in this scope.
  func ownCell(of id: DefinitionID) -> Cell? {
    // SAFETY: the slot or the table retains its object.
    (content(ofSlot: id.key.place) ?? equalMemberCell(of: id.key))?.takeUnretainedValue()
  }
}
