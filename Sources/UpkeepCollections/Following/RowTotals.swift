/// The totals of groups: a row for each group, at the group's place.
///
/// The partial results of a group are kept, so that only its changed parts are combined again.
@usableFromInline
struct RowTotals<Key: Hashable, ID: Hashable, Total> {
  @usableFromInline typealias GroupCell = KeyedCell<Key, KeyedGroup<Key, ID, Total>>
  @usableFromInline typealias SummaryCell = KeyedCell<Key, RowSummary<Total>>
  @usableFromInline typealias TotalCell = KeyedCell<Key, Total>

  /// A changed group: its old place, nil for a new group, and its new rows, nil for one that goes.
  @usableFromInline typealias Edit = (old: UInt64?, summary: Row?, total: Row?)

  /// The rows of the last source.
  @usableFromInline var source = RowTree()
  @usableFromInline var summaries = RowTree()
  @usableFromInline var result = RowTree()

  @inlinable
  init() {}

  /// Follows the groups.
  ///
  /// - Parameters:
  ///   - new: the rows of the groups.
  ///   - combine: combines two neighbouring partial results; associative.
  ///   - isUnchanged: returns whether two totals count as the same.
  /// - Returns: the rows of the totals.
  /// - Complexity: O(log n) calls for each element of a group that changes.
  @inlinable
  mutating func update(
    to new: RowTree, _ combine: (Total, Total) -> Total, _ isUnchanged: (Total, Total) -> Bool
  ) -> RowTree {
    let changes = RowDifference(from: source, to: new).changes(of: Key.self)
    source = new
    var edits: ContiguousArray<Edit> = []
    for change in changes {
      let old = change.old?.place
      guard let group = change.new else {
        edits.append((old, nil, nil))
        continue
      }
      let row = makeRow(of: group, old, combine, isUnchanged)
      edits.append((old, row?.summary, row?.total))
    }
    if RowTree.makesOnePass(for: edits.count, of: new.count) {
      applyInOnePass(edits)
    } else {
      apply(edits)
    }
    return result
  }

  @inlinable
  mutating func applyInOnePass(_ edits: ContiguousArray<Edit>) {
    var summaryEdits: ContiguousArray<RowTree.Edit> = []
    var totalEdits: ContiguousArray<RowTree.Edit> = []
    for edit in edits {
      summaryEdits.append((edit.old, edit.summary))
      // An unchanged total at its old place is no edit.
      if let old = edit.old, old == edit.total?.place,
        result.row(at: old)?.cell === edit.total?.cell
      {
        continue
      }
      totalEdits.append((edit.old, edit.total))
    }
    summaries.apply(summaryEdits)
    result.apply(totalEdits)
  }

  @inlinable
  mutating func apply(_ edits: ContiguousArray<Edit>) {
    // Removals come first, because another row may get the place of a removed row.
    for edit in edits {
      guard let old = edit.old, old != edit.summary?.place else { continue }
      summaries.remove(place: old)
      result.remove(place: old)
    }
    for edit in edits {
      guard let summary = edit.summary, let total = edit.total else { continue }
      summaries.put(summary)
      if result.row(at: total.place)?.cell !== total.cell { result.put(total) }
    }
  }

  /// Combines a group.
  ///
  /// An unchanged total keeps its old cell.
  @inlinable
  func makeRow(
    of group: Row, _ old: UInt64?, _ combine: (Total, Total) -> Total,
    _ isUnchanged: (Total, Total) -> Bool
  ) -> (summary: Row, total: Row)? {
    let known = old.flatMap { summaries.row(at: $0) }?.cell(as: SummaryCell.self).element
    let summary = RowSummary.summary(
      of: group.cell(as: GroupCell.self).element.elements.tree, known,
      part: { KeyedCell<ID, Total>.of($0).element }, combine)
    guard let summary else { return nil }
    let key = group.id(as: Key.self)
    var total = TotalCell(id: key, element: summary.partial)
    if let shown = old.flatMap({ result.row(at: $0) })?.cell(as: TotalCell.self),
      isUnchanged(shown.element, total.element)
    {
      total = shown
    }
    return (
      Row(place: group.place, cell: SummaryCell(id: key, element: summary)),
      Row(place: group.place, cell: total)
    )
  }
}
