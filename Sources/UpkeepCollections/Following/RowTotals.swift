/// The totals of the groups of a collection's rows: a row for each group, at the group's place.
///
/// The partial results of a group are kept, so that only its changed parts are combined again.
@usableFromInline
struct RowTotals<Key: Hashable, ID: Hashable, Total> {
  @usableFromInline typealias GroupCell = KeyedCell<Key, KeyedGroup<Key, ID, Total>>
  @usableFromInline typealias SummaryCell = KeyedCell<Key, RowSummary<Total>>
  @usableFromInline typealias TotalCell = KeyedCell<Key, Total>

  @usableFromInline var groups = RowGroups<Key, ID, Total>()
  @usableFromInline var summaries = RowTree()
  @usableFromInline var result = RowTree()

  @inlinable
  init() {}

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - keys: the index of the groups.
  ///   - combine: combines two neighbouring partial results; associative.
  ///   - isUnchanged: returns whether two totals count as the same.
  /// - Returns: the rows of the totals.
  /// - Complexity: O(log n) calls for each element of a group that changes.
  @inlinable
  mutating func update(
    to new: RowTree, _ keys: KeyIndex<Key>, _ combine: (Total, Total) -> Total,
    _ isUnchanged: @escaping (Total, Total) -> Bool
  ) -> RowTree {
    var (summaryEdits, totalEdits) = (RowEdits(), RowEdits())
    for edit in groups.update(to: new, keys, isUnchanged) {
      let old = edit.place
      let row = edit.row.flatMap { makeRow(of: $0, old, combine, isUnchanged) }
      summaryEdits.append(old, row?.summary)
      // An unchanged total at its old place is no edit.
      if let old, old == row?.total.place, result.row(at: old)?.cell === row?.total.cell {
        continue
      }
      totalEdits.append(old, row?.total)
    }
    summaries.apply(summaryEdits)
    result.apply(totalEdits)
    return result
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
