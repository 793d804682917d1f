public import Upkeep

// Updates the rows of a collection to a sequence of elements, by identity.
extension RowTree {
  /// Returns the rows with a range of them replaced by cells, with as few moves as possible.
  ///
  /// - Parameters:
  ///   - range: the rows to replace.
  ///   - cells: the new cells, with distinct identities.
  ///   - places: the places of the rows with the same identities, all in the range; nil for new
  ///     cells.
  ///   - isSame: returns whether a row's cell and a new cell count as the same; then the row's cell
  ///     stays.
  /// - Returns: the rows.
  /// - Complexity: O(log n) for each row of the range.
  @usableFromInline
  func replacing(
    _ range: Range<Int>, by cells: ContiguousArray<RowCell>, places: ContiguousArray<UInt64?>,
    isSame: (RowCell, RowCell) -> Bool
  ) -> RowTree {
    let staying = Self.longestGrowingSequence(places)
    var result = self
    // Backwards, so that earlier indices stay valid.
    var kept = staying.count - 1
    for index in range.reversed() {
      let row = result[index]
      if kept >= 0, places[staying[kept]] == row.place {
        let cell = cells[staying[kept]]
        if !isSame(row.cell, cell) {
          result.update(at: index, to: Row(place: row.place, cell: cell))
        }
        kept -= 1
      } else {
        result.remove(at: index)
      }
    }
    var next = 0
    for (index, cell) in cells.enumerated() {
      if next < staying.count, staying[next] == index {
        next += 1
        continue
      }
      // A moved row keeps its cell, if the new cell counts as the same.
      var own = cell
      if let place = places[index], let row = row(at: place), isSame(row.cell, cell) {
        own = row.cell
      }
      result.insert(own, at: range.lowerBound + index)
    }
    return result
  }

  /// Returns the positions of a longest ascending subsequence of places.
  private static func longestGrowingSequence(_ places: ContiguousArray<UInt64?>) -> [Int] {
    // Patience sorting: `ends[k]` is the position of the least place that ends a subsequence of
    // length k + 1.
    var ends: [Int] = []
    var previous = ContiguousArray(repeating: -1, count: places.count)
    for (position, place) in places.enumerated() {
      guard let place else { continue }
      func isBefore(_ end: Int) -> Bool { places[ends[end]].map { $0 < place } ?? false }
      let length =
        ends.isEmpty || isBefore(ends.count - 1)
        ? ends.count : ends.indices.partitionPoint(isBefore)
      if length > 0 { previous[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var sequence: [Int] = []
    sequence.reserveCapacity(ends.count)
    var position = ends.last ?? -1
    while position >= 0 {
      sequence.append(position)
      position = previous[position]
    }
    return sequence.reversed()
  }
}

extension KeyedArray {
  /// Returns this value, updated to a list of elements.
  ///
  /// Of duplicates the last one stays, at its own place, and each duplicate is reported.
  @inlinable
  func reconciled(
    with elements: some Sequence<Element>, id: (Element) -> ID, _ label: Label?
  ) -> KeyedArray {
    let elements = Array(elements)
    if tree.isEmpty {
      // The index tells whether there are duplicates.
      var builder = RowTreeBuilder()
      for element in elements { builder.append(Cell(id: id(element), element: element)) }
      let new = RowTree(builder)
      let keys = KeyIndex<ID>()
      if keys.begin(with: new) { return KeyedArray(new, keys, isUnchanged) }
    }
    // Elements at both ends that keep their order stay in place.
    var new = tree
    var start = 0
    for row in tree {
      guard start < elements.count, reconcile(row, with: elements[start], id, at: start, &new)
      else { break }
      start += 1
    }
    if start == tree.count, start == elements.count { return KeyedArray(new, keys, isUnchanged) }
    var ends = (old: tree.count, new: elements.count)
    while ends.old > start, ends.new > start,
      reconcile(tree[ends.old - 1], with: elements[ends.new - 1], id, at: ends.old - 1, &new)
    {
      ends = (ends.old - 1, ends.new - 1)
    }
    let between = Self.cells(of: elements[start..<ends.new], id)
    if let result = replacing(start..<ends.old, by: between, in: new) { return result }
    // There is a duplicate identity.
    let cells = Self.withoutDuplicates(Self.cells(of: elements[...], id), label)
    return replacing(0..<tree.count, by: cells, in: tree) ?? self
  }

  @inlinable
  static func cells(
    of elements: ArraySlice<Element>, _ id: (Element) -> ID
  ) -> ContiguousArray<RowCell> {
    var cells: ContiguousArray<RowCell> = []
    cells.reserveCapacity(elements.count)
    for element in elements { cells.append(Cell(id: id(element), element: element)) }
    return cells
  }

  /// Gives a row its new element, if both have the same identity; returns whether they have.
  @inlinable
  func reconcile(
    _ row: Row, with element: Element, _ id: (Element) -> ID, at index: Int, _ new: inout RowTree
  ) -> Bool {
    let cell = row.cell(as: Cell.self)
    let newID = id(element)
    guard cell.id == newID else { return false }
    if !isUnchanged(cell.element, element) {
      new.update(at: index, to: Row(place: row.place, cell: Cell(id: newID, element: element)))
    }
    return true
  }

  /// Replaces rows by cells; returns nil if an identity would be duplicate.
  @inlinable
  func replacing(
    _ rows: Range<Int>, by cells: ContiguousArray<RowCell>, in new: RowTree
  ) -> KeyedArray? {
    var seen: Set<ID> = []
    seen.reserveCapacity(cells.count)
    var places: ContiguousArray<UInt64?> = []
    places.reserveCapacity(cells.count)
    for cell in cells {
      let id = cell.id(as: ID.self)
      guard seen.insert(id).inserted else { return nil }
      let place = keys.place(of: id, in: tree)
      if let place, !rows.contains(tree.index(of: place)) { return nil }
      places.append(place)
    }
    let result = new.replacing(rows, by: cells, places: places) {
      isUnchanged(Cell.of($0).element, Cell.of($1).element)
    }
    return KeyedArray(result, keys, isUnchanged)
  }

  /// Returns the last cell with each identity, and reports the others.
  @inlinable
  static func withoutDuplicates(
    _ cells: ContiguousArray<RowCell>, _ label: Label?
  ) -> ContiguousArray<RowCell> {
    var seen: [ID: Int] = Dictionary(minimumCapacity: cells.count)
    var doubled: Set<Int> = []
    for (index, cell) in cells.enumerated() {
      let id = cell.id(as: ID.self)
      if let earlier = seen.updateValue(index, forKey: id) {
        doubled.insert(earlier)
        Misuse.reportDuplicate("\(id)", in: label, first: earlier, second: index)
      }
    }
    if doubled.isEmpty { return cells }
    return ContiguousArray(
      cells.enumerated().lazy.filter { !doubled.contains($0.offset) }.map(\.element))
  }
}
