/// The groups of a collection's rows by key: a row for each group, at its first member's place.
@usableFromInline
struct RowGroups<Key: Hashable, ID: Hashable, Element> {
  @usableFromInline typealias Pair = KeyedCell<ID, WithKey<Key, Element>>
  @usableFromInline typealias GroupCell = KeyedCell<Key, KeyedGroup<Key, ID, Element>>

  /// A changed group: the place of its row, nil for a new group, its new members, and the edits that
  /// these wait for.
  @usableFromInline typealias Edit = (
    key: Key, place: UInt64?, members: RowTree, keys: KeyIndex<ID>,
    waiting: ContiguousArray<RowTree.Edit>
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
  ///   - keys: the index of the result.
  ///   - isUnchanged: the change rule of the elements.
  /// - Returns: the rows of the groups.
  /// - Complexity: O(log n) for each row that changes.
  @inlinable
  mutating func update(
    to new: RowTree, _ keys: KeyIndex<Key>, _ isUnchanged: @escaping (Element, Element) -> Bool
  ) -> RowTree {
    let difference = RowDifference(from: source, to: new)
    source = new
    // The changes of each group are collected first, so that the group gets one new cell.
    var edits: ContiguousArray<Edit> = []
    var numbers: [UInt64: Int] = [:]
    var fresh: [Key: Int] = [:]
    let come = difference.inserted
    // Many edits wait, so that a group can get its members in one pass.
    let isMany = RowTree.makesOnePass(for: difference.removed.count + come.count, of: new.count)
    var next = 0
    for row in difference.removed {
      let key = row.cell(as: Pair.self).element.key
      // A member that stays in place gets its new cell below, so that the group's tree keeps its
      // shape.
      while next < come.count, come[next].place < row.place { next += 1 }
      if next < come.count, come[next].place == row.place,
        come[next].cell(as: Pair.self).element.key == key
      {
        continue
      }
      let number = numberOfEdit(key, at: place(of: key, row, keys), &numbers, &edits)
      if isMany {
        edits[number].waiting.append((row.place, nil))
      } else {
        edits[number].members.remove(place: row.place)
      }
    }
    for row in come {
      let pair = row.cell(as: Pair.self).element
      let number: Int
      if let place = keys.place(of: pair.key, in: result) {
        number = numberOfEdit(pair.key, at: place, &numbers, &edits)
      } else if let known = fresh[pair.key] {
        number = known
      } else {
        number = edits.count
        fresh[pair.key] = number
        edits.append((pair.key, nil, RowTree(), KeyIndex(), []))
      }
      let member = Row(place: row.place, cell: pair.cell)
      if isMany {
        edits[number].waiting.append((nil, member))
      } else {
        edits[number].members.put(member)
      }
    }
    if isMany {
      for number in edits.indices {
        let waiting = edits[number].waiting
        edits[number].members.apply(waiting)
      }
    }
    apply(edits, isMany: isMany, isUnchanged)
    return result
  }

  /// Returns the members of the group of a key.
  @inlinable
  func members(of key: Key, _ keys: KeyIndex<Key>) -> RowTree {
    keys.place(of: key, in: result).flatMap { result.row(at: $0) }
      .map { $0.cell(as: GroupCell.self).element.elements.tree } ?? RowTree()
  }

  /// Returns the place of the group of a row.
  ///
  /// A row whose key is not equal to itself is alone in its group, at its own place.
  @inlinable
  func place(of key: Key, _ row: Row, _ keys: KeyIndex<Key>) -> UInt64 {
    keys.place(of: key, in: result) ?? row.place
  }

  /// Returns the number of a group's edit, and adds the edit if there is none.
  @inlinable
  func numberOfEdit(
    _ key: Key, at place: UInt64, _ numbers: inout [UInt64: Int],
    _ edits: inout ContiguousArray<Edit>
  ) -> Int {
    if let number = numbers[place] { return number }
    numbers[place] = edits.count
    let elements = result.row(at: place)?.cell(as: GroupCell.self).element.elements
    edits.append((key, place, elements?.tree ?? RowTree(), elements?.keys ?? KeyIndex(), []))
    return edits.count - 1
  }

  @inlinable
  mutating func apply(
    _ edits: ContiguousArray<Edit>, isMany: Bool,
    _ isUnchanged: @escaping (Element, Element) -> Bool
  ) {
    if isMany {
      var rows: ContiguousArray<RowTree.Edit> = []
      rows.reserveCapacity(edits.count)
      for edit in edits { rows.append((edit.place, makeRow(of: edit, isUnchanged))) }
      result.apply(rows)
      return
    }
    // Removals come first, because another row may get the place of a removed row.
    for edit in edits {
      if let place = edit.place, edit.members.first?.place != place {
        result.remove(place: place)
      }
    }
    for edit in edits {
      if let row = makeRow(of: edit, isUnchanged) { result.put(row) }
    }
  }

  /// Returns the new row of a group; nil if the group has no members.
  @inlinable
  func makeRow(of edit: Edit, _ isUnchanged: @escaping (Element, Element) -> Bool) -> Row? {
    guard let first = edit.members.first else { return nil }
    edit.keys.followIfUsed(edit.members)
    let group = KeyedGroup(
      key: edit.key, elements: KeyedArray(edit.members, edit.keys, isUnchanged))
    return Row(place: first.place, cell: GroupCell(id: edit.key, element: group))
  }
}
