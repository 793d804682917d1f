/// A changed row: the old row, the new row, or both for an element that stays.
@usableFromInline
struct RowChange {
  @usableFromInline let old: BorrowedRow?
  @usableFromInline var new: BorrowedRow?

  @inlinable
  init(old: BorrowedRow?, new: BorrowedRow?) {
    self.old = old
    self.new = new
  }

  /// Whether only the place of the row has changed, and not its element.
  @inlinable var keepsCell: Bool {
    guard let old, let new else { return false }
    return old.hasCell(of: new)
  }

  /// Whether the change replaces the element by one with the same identity.
  @inlinable
  func keepsIdentity<ID: Hashable>(_: ID.Type) -> Bool {
    guard let old, let new else { return false }
    return old.hasCell(of: new) || old.id(as: ID.self) == new.id(as: ID.self)
  }
}

extension RowDifference {
  /// Returns the changes, each with the old and the new row of one element.
  ///
  /// Changes of old elements come first, in their old order. New elements follow in their order.
  @inlinable
  func changes<ID: Hashable>(of _: ID.Type) -> ContiguousArray<RowChange> {
    if !changesPlaces, changes.allSatisfy({ $0.keepsIdentity(ID.self) }) { return changes }
    var result: ContiguousArray<RowChange> = []
    result.reserveCapacity(changes.count)
    var come: ContiguousArray<BorrowedRow> = []
    // The indices of old rows whose elements may have gone.
    var gone: ContiguousArray<Int> = []
    for change in changes {
      if change.keepsIdentity(ID.self) {
        result.append(change)
        continue
      }
      if let new = change.new { come.append(new) }
      guard let old = change.old else { continue }
      gone.append(result.count)
      result.append(RowChange(old: old, new: nil))
    }
    if gone.isEmpty || come.isEmpty {
      for row in come { result.append(RowChange(old: nil, new: row)) }
      return result
    }
    if gone.count == 1, come.count == 1 {
      let change = RowChange(old: result[gone[0]].old, new: come[0])
      if change.keepsIdentity(ID.self) {
        result[gone[0]] = change
      } else {
        result.append(RowChange(old: nil, new: come[0]))
      }
      return result
    }
    var indices: [ID: Int] = Dictionary(minimumCapacity: gone.count)
    for index in gone {
      if let old = result[index].old { indices[old.id(as: ID.self)] = index }
    }
    for row in come {
      if let index = indices[row.id(as: ID.self)] {
        result[index].new = row
      } else {
        result.append(RowChange(old: nil, new: row))
      }
    }
    return result
  }
}
