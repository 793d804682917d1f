internal import Upkeep

/// One pass of a transform over rows that are new or have changed.
///
/// The pass calls the closure for one row after the other. As long as the closure reads no
/// property, one property computes one row after the other in a single refresh.
final class RowPass {
  // SAFETY: only one transform has the pass, and the closure cannot reach it. The transform retains
  // the trees of the rows.
  /// All rows, in a first pass.
  @exclusivity(unchecked) private var rows: RowTree.Iterator?
  @exclusivity(unchecked) private var result = RowTreeBuilder()
  /// The changed rows, in a later pass, and the index of the next one.
  private let changes: ContiguousArray<RowChange>
  @exclusivity(unchecked) private var next = 0
  /// The edits of the result.
  @exclusivity(unchecked) private(set) var edits = RowEdits()
  @exclusivity(unchecked) private var shown: RowFinger
  private let areSame: (RowCell, RowCell) -> Bool

  /// Creates the first pass over all rows.
  convenience init(over rows: RowTree) {
    self.init(over: [], showing: RowTree()) { _, _ in false }
    self.rows = rows.makeIterator()
  }

  /// Creates a pass over changed rows.
  ///
  /// - Parameters:
  ///   - changes: the changes of the source.
  ///   - result: the rows of the result so far.
  ///   - areSame: returns whether two cells of the result count as the same.
  init(
    over changes: ContiguousArray<RowChange>, showing result: RowTree,
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) {
    self.changes = changes
    shown = RowFinger(result)
    self.areSame = areSame
  }

  /// Whether the pass is over all rows.
  var isFirst: Bool { rows != nil }

  /// Whether the closure has to be called.
  var hasRows: Bool { isFirst || changes.contains { $0.new != nil && !$0.keepsCell } }

  /// Calls the closure for the next rows, up to the first one for which it reads a property.
  ///
  /// `reader` then belongs to that row.
  ///
  /// - Returns: the row and its cell, which is not added yet; nil if there are no more rows.
  func advance(
    _ reader: RowProperty, _ transform: (RowCell) -> RowCell?
  ) -> (row: Row, cell: RowCell?)? {
    while let row = nextRow() {
      let cell = row.reference._withUnsafeGuaranteedRef { transform($0) }
      if reader.hasRead { return (row.row, cell) }
      add(cell, at: row.place)
    }
    return nil
  }

  private func nextRow() -> BorrowedRow? {
    if let (place, cell) = rows?.nextUncounted() {
      return BorrowedRow(place: place, reference: cell)
    }
    while next < changes.count {
      next += 1
      if let row = changes[next - 1].new, !changes[next - 1].keepsCell { return row }
    }
    return nil
  }

  /// Adds the closure's cell for the last row, which is at a place.
  func add(_ cell: RowCell?, at place: UInt64) {
    if !isFirst {
      addEdit(from: changes[next - 1].old?.place, to: place, cell)
    } else if let cell {
      result.append(Row(place: place, cell: cell))
    }
  }

  /// Adds the edit of a row, unless the result has the row already.
  ///
  /// If the new cell counts as the same as the old one, the old one is used.
  ///
  /// - Parameters:
  ///   - old: the old place of the row in the source, if it has one.
  ///   - new: its new place.
  ///   - cell: the new cell of the result; nil if the result leaves the row out.
  func addEdit(from old: UInt64?, to new: UInt64, _ cell: RowCell?) {
    guard let old, let known = shown.row(at: old) else {
      if let cell { edits.append(nil, Row(place: new, cell: cell)) }
      return
    }
    guard var cell else { return edits.append(old, nil) }
    if known.cell !== cell, areSame(known.cell, cell) { cell = known.cell }
    if known.cell !== cell || old != new { edits.append(old, Row(place: new, cell: cell)) }
  }

  /// The rows of the result, in a first pass.
  var tree: RowTree { RowTree(result) }
}
