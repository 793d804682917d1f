/// A changed row: the old row, the new row, or both for an element that stays.
@usableFromInline
struct RowChange {
  @usableFromInline let old: Row?
  @usableFromInline var new: Row?

  @inlinable
  init(old: Row?, new: Row?) {
    self.old = old
    self.new = new
  }

  /// Whether only the place of the row has changed, and not its element.
  @inlinable var keepsCell: Bool {
    guard let old, let new else { return false }
    return old.cell === new.cell
  }
}

extension RowDifference {
  /// Returns the changes, each with the old and the new row of one element.
  ///
  /// Changes of old elements come first, in their old order. New elements follow in their order.
  @inlinable
  func changes<ID: Hashable>(of _: ID.Type) -> ContiguousArray<RowChange> {
    if removed.count == 1, inserted.count == 1,
      removed[0].cell === inserted[0].cell
        || removed[0].id(as: ID.self) == inserted[0].id(as: ID.self)
    {
      return [RowChange(old: removed[0], new: inserted[0])]
    }
    var changes = ContiguousArray(removed.map { RowChange(old: $0, new: nil) })
    if inserted.isEmpty { return changes }
    if removed.isEmpty { return ContiguousArray(inserted.map { RowChange(old: nil, new: $0) }) }
    var places: [ID: Int] = Dictionary(minimumCapacity: removed.count)
    for (index, row) in removed.enumerated() { places[row.id(as: ID.self)] = index }
    for row in inserted {
      if let index = places[row.id(as: ID.self)] {
        changes[index].new = row
      } else {
        changes.append(RowChange(old: nil, new: row))
      }
    }
    return changes
  }
}
