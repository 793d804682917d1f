/// The groups of a collection's rows by key: a row for each group, at its first member's place.
@usableFromInline
struct RowGroups<Key: Hashable, ID: Hashable, Element> {
  @usableFromInline typealias Pair = KeyedCell<ID, WithKey<Key, Element>>
  @usableFromInline typealias GroupCell = KeyedCell<Key, KeyedGroup<Key, ID, Element>>

  /// A changed group: the place of its row, nil for a new group; its old members and their edits;
  /// and its new row, nil if it has no members any more.
  @usableFromInline typealias Edit = (
    key: Key, place: UInt64?, members: RowTree, keys: KeyIndex<ID>, edits: RowEdits, row: Row?
  )

  /// The rows of the last source.
  @usableFromInline var source = RowTree()
  @usableFromInline var result = RowTree()

  @inlinable
  init() {}

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - keys: the index of the result, which is updated.
  ///   - isUnchanged: the change rule of the elements.
  /// - Returns: the edit of each group that has changed.
  /// - Complexity: O(log n) for each row that changes.
  @inlinable
  mutating func update(
    to new: RowTree, _ keys: KeyIndex<Key>, _ isUnchanged: @escaping (Element, Element) -> Bool
  ) -> ContiguousArray<Edit> {
    let before = source
    source = new
    // The changes of each group are collected first, so that the group gets one new cell.
    var edits: ContiguousArray<Edit> = []
    var numbers: [Key: Int] = [:]
    let changes = RowDifference(from: before, to: new).changes
    for change in changes {
      guard let old = change.old else { continue }
      let key = old.cell(as: Pair.self).element.key
      // A member that stays in place gets its new cell below.
      if let new = change.new, new.cell(as: Pair.self).element.key == key { continue }
      // A row whose key is not equal to itself is alone in its group, at its own place.
      let number = numberOfEdit(key, keys, &numbers, &edits, at: old.place)
      edits[number].edits.append(old.place, nil)
    }
    for change in changes {
      guard let new = change.new else { continue }
      let pair = new.cell(as: Pair.self).element
      let number = numberOfEdit(pair.key, keys, &numbers, &edits, at: nil)
      let stays = change.old?.cell(as: Pair.self).element.key == pair.key
      edits[number].edits.append(
        stays ? new.place : nil, Row(place: new.place, cell: pair.cell))
    }
    withExtendedLifetime(before) {}
    var rowEdits = RowEdits()
    for number in edits.indices {
      edits[number].row = makeRow(of: &edits[number], isUnchanged)
      rowEdits.append(edits[number].place, edits[number].row)
    }
    result.apply(rowEdits)
    keys.followIfUsed(result)
    return edits
  }

  /// Returns the members of the group of a key.
  @inlinable
  func members(of key: Key, _ keys: KeyIndex<Key>) -> RowTree {
    keys.place(of: key, in: result).flatMap { result.row(at: $0) }
      .map { $0.cell(as: GroupCell.self).element.elements.tree } ?? RowTree()
  }

  /// Returns the number of a group's edit, and adds the edit if there is none.
  ///
  /// The group of a key that the index does not know is at the place `other`, if any.
  @inlinable
  func numberOfEdit(
    _ key: Key, _ keys: KeyIndex<Key>, _ numbers: inout [Key: Int],
    _ edits: inout ContiguousArray<Edit>, at other: UInt64?
  ) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = edits.count
    let place = keys.place(of: key, in: result) ?? other
    let elements = place.flatMap { result.row(at: $0) }?.cell(as: GroupCell.self).element.elements
    edits.append(
      (key, place, elements?.tree ?? RowTree(), elements?.keys ?? KeyIndex(), RowEdits(), nil))
    return edits.count - 1
  }

  /// Returns the new row of a group; nil if the group has no members.
  @inlinable
  func makeRow(
    of edit: inout Edit, _ isUnchanged: @escaping (Element, Element) -> Bool
  ) -> Row? {
    edit.members.apply(edit.edits)
    guard let first = edit.members.first else { return nil }
    edit.keys.followIfUsed(edit.members)
    let group = KeyedGroup(
      key: edit.key, elements: KeyedArray(edit.members, edit.keys, isUnchanged))
    return Row(place: first.place, cell: GroupCell(id: edit.key, element: group))
  }
}
