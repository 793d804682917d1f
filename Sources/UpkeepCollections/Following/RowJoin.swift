/// Joins each row of a collection with the row of another one that its key names.
@usableFromInline
struct RowJoin<ID: Hashable, Left, RightID: Hashable, Right> {
  @usableFromInline typealias Pair = KeyedCell<ID, WithKey<RightID, Left>>
  @usableFromInline typealias Joined = KeyedCell<ID, JoinedRow>

  @usableFromInline var left = RowGroups<RightID, ID, Left>()
  @usableFromInline var right = RowTree()
  @usableFromInline var result = RowTree()

  @inlinable
  init() {}

  /// Follows both collections.
  ///
  /// - Parameters:
  ///   - newLeft: the rows of the first collection, with their keys.
  ///   - newRight: the second collection.
  ///   - keys: the index of the groups on the left.
  /// - Returns: the joined rows.
  /// - Complexity: O(log n) for each row that changes, and for each row joined to it.
  @inlinable
  mutating func update(
    to newLeft: RowTree, _ newRight: KeyedArray<RightID, Right>, _ keys: KeyIndex<RightID>
  ) -> RowTree {
    let (oldLeft, oldRight) = (left.source, right)
    defer { withExtendedLifetime((oldLeft, oldRight)) {} }
    let changes = RowDifference(from: oldLeft, to: newLeft).changes(of: ID.self)
    let rightChanges = RowDifference(from: oldRight, to: newRight.tree).changes(of: RightID.self)
    _ = left.update(to: newLeft, keys) { _, _ in false }
    right = newRight.tree
    var edits = RowEdits()
    for change in changes {
      guard let new = change.new else {
        edits.append(change.old?.place, nil)
        continue
      }
      let before = change.old.flatMap { result.row(at: $0.place) }
      let row = joined(new.place, new.cell(as: Pair.self), newRight, before)
      if before?.place == row.place, before?.cell === row.cell { continue }
      edits.append(change.old?.place, row)
    }
    result.apply(edits)
    for change in rightChanges where !change.keepsCell {
      guard let row = change.new ?? change.old else { continue }
      for member in left.members(of: row.id(as: RightID.self), keys) {
        guard let pair = newLeft.row(at: member.place) else { continue }
        let before = result.row(at: member.place)
        result.put(joined(member.place, pair.cell(as: Pair.self), newRight, before))
      }
    }
    return result
  }

  /// Returns a row of the result, with its previous cell if that joins the same two cells.
  @inlinable
  func joined(
    _ place: UInt64, _ pair: Pair, _ right: KeyedArray<RightID, Right>, _ before: Row?
  ) -> Row {
    let other = right.keys.place(of: pair.element.key, in: right.tree)
      .flatMap { right.tree.row(at: $0)?.cell }
    if let before {
      let element = before.cell(as: Joined.self).element
      if element.left === pair.element.cell, element.right === other {
        return Row(place: place, cell: before.cell)
      }
    }
    return Row(
      place: place,
      cell: Joined(id: pair.id, element: (pair.element.cell, other)))
  }
}

/// Two joined cells.
@usableFromInline typealias JoinedRow = (left: RowCell, right: RowCell?)
