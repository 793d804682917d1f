/// The unit of undo: an edit, or a group of edits.
struct EditStep {
  /// The content of one cell before and after.
  struct Change {
    let before: CellContent
    var after: CellContent
  }

  private(set) var changes: [CellAddress: Change] = [:]

  /// Whether the step leaves every content as it was.
  var isEmpty: Bool { changes.isEmpty }

  /// Adds a change; removes the change of a cell that has its old content again.
  mutating func add(before: CellContent, after: CellContent, at address: CellAddress) {
    var change = changes[address] ?? Change(before: before, after: after)
    change.after = after
    changes[address] = change.before == after ? nil : change
  }
}
