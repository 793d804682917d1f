/// The edits of a tree that are applied together.
@usableFromInline
struct RowEdits {
  /// The rows that replace rows at the same places.
  fileprivate var replacements: ContiguousArray<Row> = []
  /// Whether `replacements` is in the order of the places.
  private var areInOrder = true
  /// The places of the rows that go, and the rows that come.
  fileprivate var gone: ContiguousArray<UInt64> = []
  fileprivate var come: ContiguousArray<Row> = []

  @usableFromInline
  init() {}

  /// Adds the edit of a row.
  ///
  /// - Parameters:
  ///   - old: the place of the row in the tree; nil for a new row.
  ///   - new: the new row; nil for a row that goes.
  @usableFromInline
  mutating func append(_ old: UInt64?, _ new: Row?) {
    if let new, new.place == old {
      if let last = replacements.last, last.place > new.place { areInOrder = false }
      replacements.append(new)
    } else {
      if let old { gone.append(old) }
      if let new { come.append(new) }
    }
  }

  /// Sorts the edits by place.
  fileprivate mutating func sort(isMerge: Bool) {
    if !areInOrder { replacements.sort { $0.place < $1.place } }
    if !isMerge { return }
    gone.sort()
    come += replacements
    come.sort { $0.place < $1.place }
  }
}

// One pass over all rows, for changes of many rows. An edit of a tree costs about as much as adding
// sixteen rows to a new one.
extension RowTree {
  /// Returns whether to apply a number of edits in one pass.
  @usableFromInline
  static func makesOnePass(for edits: Int, of count: Int) -> Bool {
    edits > 1 && edits > count / 16
  }

  /// Applies edits.
  ///
  /// Replaces rows in one descent, and adds and removes rows one by one, or all of them in one pass
  /// if they are many.
  ///
  /// - Complexity: O(k log n) for k edits, and O(n + k log k) at most.
  @usableFromInline
  mutating func apply(_ edits: consuming RowEdits) {
    let isMerge = Self.makesOnePass(for: edits.gone.count + edits.come.count, of: count)
    edits.sort(isMerge: isMerge)
    if isMerge {
      self = merged(without: edits.gone, edits.come)
      return
    }
    if !edits.replacements.isEmpty { replace(edits.replacements) }
    // Removals come first, because another row may get the place of a removed row.
    for place in edits.gone { remove(place: place) }
    for row in edits.come { put(row) }
  }

  /// Returns the tree without some rows and with others, in one pass.
  private func merged(
    without gone: ContiguousArray<UInt64>, _ come: ContiguousArray<Row>
  ) -> RowTree {
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
