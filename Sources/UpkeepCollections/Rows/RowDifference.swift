/// A way through a tree from its first row to its last, on which whole nodes are passed over.
private struct RowCursor {
  // SAFETY: whoever makes one holds the tree as long as it uses it, and that keeps its nodes and their rows.
  /// The rows, or the children, of one node from one position on.
  private struct Step {
    var next: UnsafeMutablePointer<Row>
    let end: UnsafeMutablePointer<Row>

    init(_ node: RowNode) {
      next = node.rows
      end = next + node.width
    }

    /// The place ahead, and the address of the cell or of the child there: nobody counts the reference.
    var label: (place: UInt64, cell: UnsafeRawPointer) {
      let row = UnsafeRawPointer(next)
      return (
        row.load(as: UInt64.self),
        row.load(fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
      )
    }
  }

  /// The way ahead in the node that was entered last.
  private var step: Step
  /// The ways ahead in the nodes around it, outermost first: there is room for all.
  private let outer: UnsafeMutablePointer<Step>
  private var depth = 0
  /// The height of the node ahead; -1 for a row.
  private(set) var height: Int

  private init(_ root: RowNode, _ outer: UnsafeMutablePointer<Step>) {
    step = Step(root)
    height = root.height - 1
    self.outer = outer
  }

  /// Goes through two trees that have rows.
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

  /// The row ahead.
  var row: Row { step.next.pointee }

  /// The place of the row ahead, and its cell, which the tree keeps.
  var label: (place: UInt64, cell: UnsafeRawPointer) { step.label }

  /// Enters the node ahead.
  mutating func enter() {
    (outer + depth).initialize(to: step)
    depth += 1
    height -= 1
    step = Unmanaged<RowNode>.fromOpaque(label.cell)._withUnsafeGuaranteedRef { Step($0) }
  }

  /// Passes over what is ahead.
  mutating func pass() {
    step.next += 1
    leave()
  }

  /// Goes on behind the nodes of which all was passed over.
  private mutating func leave() {
    while step.next == step.end, depth > 0 {
      depth -= 1
      height += 1
      step = outer[depth]
      step.next += 1
    }
  }

  /// Passes over what two trees share from here on, in the nodes in which both are, which are of one height.
  ///
  /// - Returns: whether there was anything.
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

  /// Goes on to where both are at rows that are not the same.
  ///
  /// - Returns: whether there are such; otherwise one of them is at its end.
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

  /// Takes all rows ahead.
  mutating func takeRest(_ take: (Row) -> Void) {
    while !isAtEnd {
      while height >= 0 { enter() }
      take(row)
      pass()
    }
  }
}

/// The rows in which two trees differ; nodes that they share are passed over.
///
/// - Complexity: O(k log n) where k rows are different and one tree comes of the other; otherwise O(n).
@usableFromInline
struct RowDifference {
  /// The rows that are in the old tree alone, in their order.
  @usableFromInline private(set) var removed: ContiguousArray<Row> = []
  /// The rows that are in the new tree alone, in their order.
  ///
  /// A row at another place is another row.
  @usableFromInline private(set) var inserted: ContiguousArray<Row> = []

  @usableFromInline
  init(from old: RowTree, to new: RowTree) {
    if old.isIdentical(to: new) { return }
    guard let oldRoot = old.root, let newRoot = new.root else {
      (removed, inserted) = (ContiguousArray(old), ContiguousArray(new))
      return
    }
    RowCursor.withCursors(oldRoot, newRoot) { compare(&$0, &$1) }
  }

  private mutating func compare(_ one: inout RowCursor, _ other: inout RowCursor) {
    while RowCursor.passToDifference(&one, &other) {
      let (old, new) = (one.label.place, other.label.place)
      if old <= new {
        removed.append(one.row)
        one.pass()
      }
      if new <= old {
        inserted.append(other.row)
        other.pass()
      }
    }
    one.takeRest { removed.append($0) }
    other.takeRest { inserted.append($0) }
  }
}

extension RowTree {
  /// Whether two trees show the same in the same order, whatever the places.
  ///
  /// - Complexity: as for a difference; it ends with the first row that is not the same.
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
