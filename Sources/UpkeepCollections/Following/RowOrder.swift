public import Upkeep

/// The rows of a collection, sorted by a comparison.
///
/// Equal rows keep the order of the source.
@usableFromInline
struct RowOrder {
  /// The rows of the last source.
  private var source = RowTree()
  private var result = RowTree()
  /// The version of the order by which the rows are sorted, and its comparison.
  ///
  /// Both are stored here, and not beside this value in a generic type, where each step would wrap
  /// the closure once more.
  private var version = Version.never
  private var comparison = RowComparison(precedes: { _, _ in false }, sort: { _ in })

  @usableFromInline
  init() {}

  /// Follows the source and the order.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - version: the version of the order.
  ///   - comparison: makes the comparison for this version.
  ///   - placeInSource: returns the place of a row of the result in a source.
  ///   - placeInResult: returns the place of a row in the result.
  ///   - pair: pairs the old and the new row of each element.
  /// - Returns: the rows in order.
  /// - Complexity: O(log n) comparisons for each row that changes; a new order is one sort.
  @usableFromInline
  mutating func update(
    to new: RowTree, _ version: Version, _ comparison: () -> RowComparison,
    placeInSource: (RowCell, RowTree) -> UInt64?, placeInResult: (RowCell, RowTree) -> UInt64?,
    pair: (RowDifference) -> ContiguousArray<RowChange>
  ) -> RowTree {
    if version != self.version {
      (self.version, self.comparison) = (version, comparison())
      return sortAll(of: new)
    }
    if source.isEmpty { return sortAll(of: new) }
    let before = source
    defer { withExtendedLifetime(before) {} }
    var gone: ContiguousArray<BorrowedRow> = []
    var come: ContiguousArray<BorrowedRow> = []
    var moved: ContiguousArray<(row: BorrowedRow, place: UInt64)> = []
    for change in pair(RowDifference(from: before, to: new)) {
      if change.keepsCell, let row = change.new, let place = placeInResult(row.cell, result) {
        moved.append((row, place))
        continue
      }
      if let old = change.old { gone.append(old) }
      if let row = change.new { come.append(row) }
    }
    if RowTree.makesOnePass(for: gone.count + come.count + moved.count, of: result.count) {
      source = new
      for (row, _) in moved {
        gone.append(row)
        come.append(row)
      }
      let sorted = merged(without: gone, &come) { placeInSource($0, new) }
      // Rows in the same order keep their nodes, so that no follower and no index sees a change.
      if !sorted.isSame(as: result, { _, _ in false }) { result = sorted }
      return result
    }
    for row in gone {
      result.remove(at: position(of: row) { placeInSource($0, before) })
    }
    source = new
    // A row that has only moved in the source stays, unless the new places change the order of
    // equal rows.
    let areInOrder = moved.allSatisfy { row, place in
      isInOrder(row, at: result.index(of: place)) { placeInSource($0, new) }
    }
    if !areInOrder {
      for (row, place) in moved {
        result.remove(place: place)
        come.append(row)
      }
    }
    for row in come {
      let index = insertionIndex(of: row) { placeInSource($0, new) }
      result.insert(row.cell, at: index)
    }
    return result
  }

  /// Returns the result without some rows and with others, in one pass.
  private func merged(
    without gone: ContiguousArray<BorrowedRow>, _ come: inout ContiguousArray<BorrowedRow>,
    placeInSource: (RowCell) -> UInt64?
  ) -> RowTree {
    let absent = CellSet(gone)
    var kept: ContiguousArray<BorrowedRow> = []
    kept.reserveCapacity(result.count)
    result.visitBorrowed { if !absent.contains($0.reference) { kept.append($0) } }
    come.sort { $0.place < $1.place }
    var cells = ContiguousArray(come.lazy.map(\.reference))
    comparison.sort(&cells)
    var merger = RowMerger()
    var next = 0
    for cell in cells {
      let cell = cell.takeUnretainedValue()
      let end = kept[next...].growingPartitionPoint { isBefore($0.cell, cell, placeInSource) }
      for row in kept[next..<end] { merger.append(row.row) }
      merger.append(cell)
      next = end
    }
    for row in kept[next...] { merger.append(row.row) }
    return merger.finish()
  }

  /// Returns whether one cell comes before another one; equal cells keep the order of the source.
  private func isBefore(
    _ one: RowCell, _ other: RowCell, _ placeInSource: (RowCell) -> UInt64?
  ) -> Bool {
    if precedes(one, other) { return true }
    if precedes(other, one) { return false }
    return (placeInSource(one) ?? 0) < (placeInSource(other) ?? 0)
  }

  /// Returns whether a row of the result is in order with its neighbours.
  private func isInOrder(
    _ row: BorrowedRow, at index: Int, placeInSource: (RowCell) -> UInt64?
  ) -> Bool {
    (index == 0 || isBefore(result[index - 1].cell, row.cell, placeInSource))
      && (index + 1 >= result.count
        || isBefore(row.cell, result[index + 1].cell, placeInSource))
  }

  /// Sorts all rows.
  private mutating func sortAll(of new: RowTree) -> RowTree {
    source = new
    // SAFETY: the result takes over these references. A sort of strong references would count them
    // in each step. They are counted here, in the order of the source, where most cells are
    // adjacent in memory. Counting in the order of the result would have to fetch each cell.
    var cells: ContiguousArray<Unmanaged<RowCell>> = []
    cells.reserveCapacity(new.count)
    new.visitRows { _, cell in cells.append(.passRetained(cell)) }
    comparison.sort(&cells)
    result = RowTree(cells: cells.lazy.map { $0.takeRetainedValue() })
    return result
  }

  private func precedes(_ one: RowCell, _ other: RowCell) -> Bool {
    comparison.precedes(one, other)
  }

  private func insertionIndex(
    of row: BorrowedRow, placeInSource: (RowCell) -> UInt64?
  ) -> Int {
    result.partitionPoint { other in
      if other.cell === row.cell { return false }
      if precedes(other.cell, row.cell) { return true }
      if precedes(row.cell, other.cell) { return false }
      return (placeInSource(other.cell) ?? 0) < row.place
    }
  }

  /// Returns the position of a row in the result.
  private func position(
    of row: BorrowedRow, placeInSource: (RowCell) -> UInt64?
  ) -> Int {
    let index = insertionIndex(of: row, placeInSource: placeInSource)
    if index < result.count, result[index].cell === row.cell { return index }
    // The comparison is not an order, or an object has changed: search all rows.
    for (index, other) in result.enumerated() where other.cell === row.cell { return index }
    stopProgram("a row of a sorted collection must be where it was put, but is not there any more")
  }
}

extension ContiguousArray<BorrowedRow>.SubSequence {
  /// Returns the index of the first row that does not satisfy a predicate.
  ///
  /// No later row may satisfy the predicate.
  ///
  /// - Complexity: O(log k) calls if it is the k-th row.
  fileprivate func growingPartitionPoint(_ isBefore: (BorrowedRow) -> Bool) -> Int {
    var (low, step) = (startIndex, 1)
    while low + step <= endIndex, isBefore(self[low + step - 1]) {
      low += step
      step *= 2
    }
    return (low..<Swift.min(low + step - 1, endIndex)).partitionPoint { isBefore(self[$0]) }
  }
}

/// A set of cells: a hash table of their addresses.
private struct CellSet {
  private var slots: ContiguousArray<UInt>

  init(_ rows: ContiguousArray<BorrowedRow>) {
    var size = 4
    while size < rows.count * 2 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    for row in rows {
      let slot = slot(of: row.reference)
      slots[slot] = UInt(bitPattern: row.reference.toOpaque())
    }
  }

  func contains(_ cell: Unmanaged<RowCell>) -> Bool { slots[slot(of: cell)] != 0 }

  /// Returns the slot of a cell, or the free slot for it.
  private func slot(of cell: Unmanaged<RowCell>) -> Int {
    let address = UInt(bitPattern: cell.toOpaque())
    // Fibonacci hashing: the high bits of the product are mixed best.
    var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    while slots[slot] != 0, slots[slot] != address { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
