// One pass over all rows, for changes of many rows. An edit of a tree costs about as much as adding
// sixteen rows to a new one.
extension RowTree {
  /// The edit of a row: its old place, nil for a new row, and the new row, nil for a row that goes.
  @usableFromInline typealias Edit = (old: UInt64?, row: Row?)

  /// Returns whether to apply a number of edits in one pass.
  @usableFromInline
  static func makesOnePass(for edits: Int, of count: Int) -> Bool {
    edits > 1 && edits > count / 16
  }

  /// Applies edits: one by one, or in one pass if they are many.
  ///
  /// - Complexity: O(k log n) for k edits, and O(n + k log k) at most.
  @usableFromInline
  mutating func apply(_ edits: ContiguousArray<Edit>) {
    if Self.makesOnePass(for: edits.count, of: count) {
      self = merged(with: edits)
      return
    }
    // Removals come first, because another row may get the place of a removed row.
    for edit in edits {
      if let old = edit.old, edit.row?.place != old { remove(place: old) }
    }
    for edit in edits {
      if let row = edit.row { put(row) }
    }
  }

  /// Returns the rows with edits applied, in one pass.
  private func merged(with edits: ContiguousArray<Edit>) -> RowTree {
    var gone: ContiguousArray<UInt64> = []
    var come: ContiguousArray<Row> = []
    for edit in edits {
      if let old = edit.old, edit.row?.place != old { gone.append(old) }
      if let row = edit.row { come.append(row) }
    }
    gone.sort()
    come.sort { $0.place < $1.place }
    var builder = RowTreeBuilder()
    var (nextGone, nextCome) = (0, 0)
    visitRows { place, cell in
      while nextCome < come.count, come[nextCome].place < place {
        builder.append(come[nextCome])
        nextCome += 1
      }
      while nextGone < gone.count, gone[nextGone] < place { nextGone += 1 }
      if nextCome < come.count, come[nextCome].place == place {
        builder.append(come[nextCome])
        nextCome += 1
      } else if nextGone == gone.count || gone[nextGone] != place {
        builder.append(Row(place: place, cell: cell))
      }
    }
    for row in come[nextCome...] { builder.append(row) }
    return RowTree(builder)
  }

  /// Removes the rows at some indices.
  ///
  /// - Parameter indices: the indices, in ascending order.
  /// - Complexity: O(k log n) for k rows, and O(n) at most.
  @usableFromInline
  mutating func removeAll(at indices: [Int]) {
    if !Self.makesOnePass(for: indices.count, of: count) {
      for index in indices.reversed() { remove(at: index) }
      return
    }
    var builder = RowTreeBuilder()
    var (index, next) = (0, 0)
    visitRows { place, cell in
      if next < indices.count, indices[next] == index {
        next += 1
      } else {
        builder.append(Row(place: place, cell: cell))
      }
      index += 1
    }
    self = RowTree(builder)
  }
}

/// Builds a tree of old rows, in the order of their places, and of new cells between them.
///
/// Old rows keep their places unless there are too few places for the cells between.
struct RowMerger {
  private var builder = RowTreeBuilder()
  /// The cells since the last old row.
  private var waiting: ContiguousArray<RowCell> = []
  /// Whether all rows get new places.
  private var isSpread = false

  /// Appends a new cell.
  mutating func append(_ cell: RowCell) {
    if isSpread { builder.append(cell) } else { waiting.append(cell) }
  }

  /// Appends an old row.
  mutating func append(_ row: Row) {
    if !waiting.isEmpty { placeWaiting(before: row.place) }
    if isSpread { builder.append(row.cell) } else { builder.append(row) }
  }

  /// Gives the waiting cells places between the last old row and the next one.
  private mutating func placeWaiting(before next: UInt64?) {
    let cells = waiting
    waiting.removeAll(keepingCapacity: true)
    if builder.append(cells, before: next) { return }
    isSpread = true
    let rows = RowTree(builder)
    builder = RowTreeBuilder()
    for row in rows { builder.append(row.cell) }
    for cell in cells { builder.append(cell) }
  }

  /// Returns the tree.
  mutating func finish() -> RowTree {
    if !waiting.isEmpty { placeWaiting(before: nil) }
    return RowTree(builder)
  }
}
