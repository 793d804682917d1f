/// A cursor over the rows of a tree, which can pass over whole nodes.
private struct RowCursor {
  // SAFETY: the user of a cursor retains the tree, and the tree retains its nodes and their rows.
  /// The remaining rows, or children, of one node.
  private struct Step {
    var next: UnsafeMutablePointer<Row>
    let end: UnsafeMutablePointer<Row>

    init(_ node: RowNode) {
      next = node.rows
      end = next + node.width
    }

    /// The next place, and the address of its cell or child.
    ///
    /// The reference is not counted.
    var label: (place: UInt64, cell: UnsafeRawPointer) {
      let row = UnsafeRawPointer(next)
      return (
        row.load(as: UInt64.self),
        row.load(fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
      )
    }
  }

  /// The remaining part of the current node.
  private var step: Step
  /// The remaining parts of the enclosing nodes, outermost first.
  ///
  /// There is room for all.
  private let outer: UnsafeMutablePointer<Step>
  private var depth = 0
  /// The height of the next node; -1 for a row.
  private(set) var height: Int

  private init(_ root: RowNode, _ outer: UnsafeMutablePointer<Step>) {
    step = Step(root)
    height = root.height - 1
    self.outer = outer
  }

  /// Calls a closure with cursors over two trees, both of which have rows.
  static func withCursors<Result>(
    _ one: RowNode, _ other: RowNode,
    _ body: (inout RowCursor, inout RowCursor) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(
      of: Step.self, capacity: one.height + other.height + 1
    ) { steps in
      // SAFETY: the capacity is not 0.
      let steps = steps.baseAddress.unsafelyUnwrapped
      var first = RowCursor(one, steps)
      var second = RowCursor(other, steps + one.height)
      return withExtendedLifetime((one, other)) { body(&first, &second) }
    }
  }

  var isAtEnd: Bool { step.next == step.end }

  /// The next row.
  var row: BorrowedRow {
    let (place, cell) = step.label
    return BorrowedRow(place: place, reference: .fromOpaque(cell))
  }

  /// The place of the next row, and its cell, which the tree retains.
  var label: (place: UInt64, cell: UnsafeRawPointer) { step.label }

  /// Enters the next node.
  mutating func enter() {
    (outer + depth).initialize(to: step)
    depth += 1
    height -= 1
    step = Unmanaged<RowNode>.fromOpaque(label.cell)._withUnsafeGuaranteedRef { Step($0) }
  }

  /// Passes over the next node or row.
  mutating func pass() {
    step.next += 1
    leave()
  }

  /// Leaves the nodes that have nothing left.
  private mutating func leave() {
    while step.next == step.end, depth > 0 {
      depth -= 1
      height += 1
      step = outer[depth]
      step.next += 1
    }
  }

  /// Passes over the next entries that two trees share; the current nodes have the same height.
  ///
  /// - Returns: whether there were any.
  static func passShared(_ one: inout RowCursor, _ other: inout RowCursor) -> Bool {
    var (first, second) = (one.step, other.step)
    while first.next < first.end, second.next < second.end, first.label == second.label {
      first.next += 1
      second.next += 1
    }
    if first.next == one.step.next { return false }
    (one.step, other.step) = (first, second)
    one.leave()
    other.leave()
    return true
  }

  /// Advances both cursors to rows that differ.
  ///
  /// - Returns: whether there are such rows; otherwise one cursor is at its end.
  static func passToDifference(_ one: inout RowCursor, _ other: inout RowCursor) -> Bool {
    while !one.isAtEnd, !other.isAtEnd {
      let heights = (one.height, other.height)
      if heights.0 == heights.1 {
        if passShared(&one, &other) { continue }
        if heights.0 < 0 { return true }
      }
      if heights.0 >= heights.1 { one.enter() }
      if heights.1 >= heights.0 { other.enter() }
    }
    return false
  }

  /// Calls a closure for all remaining rows.
  mutating func takeRest(_ take: (BorrowedRow) -> Void) {
    while !isAtEnd {
      while height >= 0 { enter() }
      take(row)
      pass()
    }
  }
}

/// The rows in which two trees differ.
///
/// Nodes that both trees share are passed over. The rows are not retained: see `BorrowedRow`.
///
/// - Complexity: O(k log n) if k rows differ and one tree follows from the other; otherwise O(n).
@usableFromInline
struct RowDifference {
  /// The rows of one tree alone, in order; two rows at one place are one change.
  ///
  /// A row at another place is another row.
  @usableFromInline private(set) var changes: ContiguousArray<RowChange> = []
  /// Whether one tree has a place that the other one lacks.
  @usableFromInline private(set) var changesPlaces = false

  /// The rows of the old tree alone, in order.
  var removed: ContiguousArray<BorrowedRow> { ContiguousArray(changes.lazy.compactMap(\.old)) }

  /// The rows of the new tree alone, in order.
  var inserted: ContiguousArray<BorrowedRow> { ContiguousArray(changes.lazy.compactMap(\.new)) }

  @usableFromInline
  init(from old: RowTree, to new: RowTree) {
    if old.isIdentical(to: new) { return }
    guard let oldRoot = old.root, let newRoot = new.root else {
      changes.reserveCapacity(old.count + new.count)
      old.visitBorrowed { remove($0) }
      new.visitBorrowed { insert($0) }
      return
    }
    RowCursor.withCursors(oldRoot, newRoot) { compare(&$0, &$1) }
  }

  private mutating func compare(_ one: inout RowCursor, _ other: inout RowCursor) {
    while RowCursor.passToDifference(&one, &other) {
      let (old, new) = (one.row, other.row)
      if old.place == new.place {
        changes.append(RowChange(old: old, new: new))
        one.pass()
        other.pass()
      } else if old.place < new.place {
        remove(old)
        one.pass()
      } else {
        insert(new)
        other.pass()
      }
    }
    one.takeRest { remove($0) }
    other.takeRest { insert($0) }
  }

  private mutating func remove(_ row: BorrowedRow) {
    changesPlaces = true
    changes.append(RowChange(old: row, new: nil))
  }

  private mutating func insert(_ row: BorrowedRow) {
    changesPlaces = true
    changes.append(RowChange(old: nil, new: row))
  }
}

extension RowTree {
  /// Returns whether two trees have the same cells in the same order, whatever their places.
  ///
  /// - Complexity: as for a difference; ends at the first row that differs.
  @usableFromInline
  func isSame(as other: RowTree, _ areSame: (RowCell, RowCell) -> Bool) -> Bool {
    if isIdentical(to: other) { return true }
    guard count == other.count else { return false }
    guard let root, let otherRoot = other.root else { return true }
    return RowCursor.withCursors(root, otherRoot) { one, another in
      while RowCursor.passToDifference(&one, &another) {
        if one.label.cell != another.label.cell, !areSame(one.row.cell, another.row.cell) {
          return false
        }
        one.pass()
        another.pass()
      }
      return true
    }
  }
}
