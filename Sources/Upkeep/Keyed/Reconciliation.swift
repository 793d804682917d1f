// Making the rows of a collection those of a sequence of elements, by identity.
extension RowTree {
  /// The rows that follow from these for a list of cells, each with another identity, with as few moves as there can be.
  ///
  /// A cell that is in a row stays; `isSame` says whether the one that is there shows the same.
  ///
  /// - Complexity: O(n) for a list of n in the old order, and O(log n) for each row that comes, goes or moves.
  @usableFromInline
  func reconciled(
    with cells: ContiguousArray<RowCell>, places: ContiguousArray<UInt64?>,
    isSame: (RowCell, RowCell) -> Bool
  ) -> RowTree {
    if isEmpty { return RowTree(cells: cells) }
    let staying = Self.longestGrowingSequence(places)
    var result = self
    // From behind: an index ahead stays what it is.
    var kept = staying.count - 1
    var index = count - 1
    while index >= 0 {
      let row = result[index]
      if kept >= 0, places[staying[kept]] == row.place {
        let cell = cells[staying[kept]]
        if cell !== row.cell, !isSame(row.cell, cell) {
          result.update(at: index, to: Row(place: row.place, cell: cell))
        }
        kept -= 1
      } else {
        result.remove(at: index)
      }
      index -= 1
    }
    var next = 0
    for (index, cell) in cells.enumerated() {
      if next < staying.count, staying[next] == index {
        next += 1
        continue
      }
      // One that moves keeps its cell, if it shows the same.
      var own = cell
      if let place = places[index], let row = row(at: place), isSame(row.cell, cell) {
        own = row.cell
      }
      result.insert(own, at: index)
    }
    return result
  }

  /// The positions of a longest sequence of places that grow.
  private static func longestGrowingSequence(_ places: ContiguousArray<UInt64?>) -> [Int] {
    // Patience: `ends[k]` is the position of the least place with which a sequence of length k + 1 can end.
    var ends: [Int] = []
    var previous = ContiguousArray(repeating: -1, count: places.count)
    for (position, place) in places.enumerated() {
      guard let place else { continue }
      var low = 0
      var high = ends.count
      if let last = ends.last, let before = places[last], before < place { low = high }
      while low < high {
        let middle = (low + high) / 2
        if let other = places[ends[middle]], other < place {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low > 0 { previous[position] = ends[low - 1] }
      if low == ends.count { ends.append(position) } else { ends[low] = position }
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
  /// The value that follows from this one for a list of elements.
  ///
  /// Of two elements with one identity, which is reported, the later one stays, at its own place.
  @inlinable
  func reconciled(
    with elements: some Sequence<Element>, id: (Element) -> ID, _ label: Label
  ) -> KeyedArray {
    var cells: ContiguousArray<RowCell> = []
    cells.reserveCapacity(elements.underestimatedCount)
    for element in elements { cells.append(Cell(id: id(element), element: element)) }
    if tree.isEmpty {
      // The index says whether there is a row for each.
      let new = RowTree(cells: cells)
      let keys = KeyIndex<ID>()
      keys.follow(new)
      if keys.places.count == cells.count { return KeyedArray(new, keys, isUnchanged) }
    }
    cells = Self.withoutDuplicates(cells, label)
    let places =
      tree.isEmpty
      ? [] : ContiguousArray(cells.map { keys.place(of: Self.id(of: $0), in: tree) })
    let new = tree.reconciled(with: cells, places: places) { old, new in
      // SAFETY: these are the cells of collections of one type.
      isUnchanged(
        unsafeDowncast(old, to: Cell.self).element, unsafeDowncast(new, to: Cell.self).element)
    }
    return KeyedArray(new, keys, isUnchanged)
  }

  /// The last cell with each identity; others are reported.
  @inlinable
  static func withoutDuplicates(
    _ cells: ContiguousArray<RowCell>, _ label: Label
  ) -> ContiguousArray<RowCell> {
    var seen: [ID: Int] = Dictionary(minimumCapacity: cells.count)
    var doubled: Set<Int> = []
    for (index, cell) in cells.enumerated() {
      let id = id(of: cell)
      if let earlier = seen.updateValue(index, forKey: id) {
        doubled.insert(earlier)
        Misuse.reportDuplicate("\(id)", in: label, first: earlier, second: index)
      }
    }
    if doubled.isEmpty { return cells }
    return ContiguousArray(
      cells.enumerated().lazy.filter { !doubled.contains($0.offset) }.map(\.element))
  }

  @inlinable
  static func id(of cell: RowCell) -> ID {
    // SAFETY: a collection is made of cells of its own types.
    unsafeDowncast(cell, to: IdentifiedCell<ID>.self).id
  }
}

extension Misuse {
  @usableFromInline
  static func reportDuplicate(_ id: String, in label: Label, first: Int, second: Int) {
    report(
      .duplicateIdentity(collection: label.description, id: id, first: first, second: second))
  }

  @usableFromInline
  static func reportChange(from old: String, to new: String, in label: Label) {
    report(.identityChanged(collection: label.description, from: old, to: new))
  }
}
