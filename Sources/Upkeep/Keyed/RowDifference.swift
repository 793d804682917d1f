/// A way through a tree from its first row to its last, on which whole nodes are passed over.
private struct RowCursor {
  // SAFETY: whoever makes one holds the tree as long as it uses it, and that keeps its nodes.
  /// The nodes that were entered, and the positions there, outermost first.
  private var path: ContiguousArray<(node: Unmanaged<RowNode>, position: Int)> = []
  private var root: Unmanaged<RowNode>?
  private(set) var isAtEnd: Bool

  init(_ tree: RowTree) {
    root = tree.root.map { Unmanaged.passUnretained($0) }
    isAtEnd = tree.root == nil
    path.reserveCapacity(8)
  }

  /// The height of the node ahead; -1 for a row.
  var height: Int {
    guard let last = path.last else { return root?._withUnsafeGuaranteedRef { $0.height } ?? -1 }
    return last.node._withUnsafeGuaranteedRef { $0.height } - 1
  }

  /// The row ahead.
  var row: Row {
    let last = path[path.count - 1]
    return last.node._withUnsafeGuaranteedRef { $0.row(last.position) }
  }

  /// The place of the row ahead, and its cell, which the tree keeps.
  var label: (place: UInt64, cell: UnsafeRawPointer) {
    let last = path[path.count - 1]
    return last.node._withUnsafeGuaranteedRef {
      ($0.place(last.position), $0.address(last.position))
    }
  }

  /// Enters the node ahead.
  mutating func enter() {
    guard let last = path.last else {
      if let root { path.append((root, 0)) }
      return
    }
    path.append((last.node._withUnsafeGuaranteedRef { $0.borrowedChild(last.position) }, 0))
  }

  /// Passes over what is ahead.
  mutating func pass(_ count: Int = 1) {
    var count = count
    while let last = path.last {
      let position = last.position + count
      if position < last.node._withUnsafeGuaranteedRef({ $0.width }) {
        path[path.count - 1].position = position
        return
      }
      path.removeLast()
      count = 1
    }
    isAtEnd = true
  }

  /// Passes over what two trees share from here on, in the nodes in which both are.
  ///
  /// - Returns: whether there was anything.
  static func passShared(_ one: inout RowCursor, _ other: inout RowCursor) -> Bool {
    guard let first = one.path.last, let second = other.path.last else { return false }
    let count = first.node._withUnsafeGuaranteedRef { node in
      second.node._withUnsafeGuaranteedRef {
        node.countOfShared(from: first.position, with: $0, from: second.position)
      }
    }
    if count == 0 { return false }
    one.pass(count)
    other.pass(count)
    return true
  }
}

extension RowNode {
  /// The number of rows, or of children, that two nodes have both from two positions on.
  fileprivate func countOfShared(from start: Int, with other: RowNode, from otherStart: Int) -> Int
  {
    guard height == other.height else { return 0 }
    let most = min(width - start, other.width - otherStart)
    var count = 0
    while count < most, address(start + count) == other.address(otherStart + count),
      place(start + count) == other.place(otherStart + count)
    {
      count += 1
    }
    return count
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
    withExtendedLifetime((old, new)) { compare(old, new) }
  }

  private mutating func compare(_ old: RowTree, _ new: RowTree) {
    var one = RowCursor(old)
    var other = RowCursor(new)
    while !one.isAtEnd || !other.isAtEnd {
      if RowCursor.passShared(&one, &other) { continue }
      let heights = (one.isAtEnd ? -2 : one.height, other.isAtEnd ? -2 : other.height)
      if heights.0 >= 0 || heights.1 >= 0 {
        if heights.0 >= heights.1 { one.enter() }
        if heights.1 >= heights.0 { other.enter() }
        continue
      }
      compareRows(&one, &other)
    }
  }

  private mutating func compareRows(_ one: inout RowCursor, _ other: inout RowCursor) {
    let old = one.isAtEnd ? nil : one.label
    let new = other.isAtEnd ? nil : other.label
    if let old, let new, old.place == new.place {
      if old.cell != new.cell {
        removed.append(one.row)
        inserted.append(other.row)
      }
      one.pass()
      other.pass()
    } else if let old, new.map({ old.place < $0.place }) ?? true {
      removed.append(one.row)
      one.pass()
    } else {
      inserted.append(other.row)
      other.pass()
    }
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
    return withExtendedLifetime((self, other)) { isSameByRows(as: other, areSame) }
  }

  private func isSameByRows(as other: RowTree, _ areSame: (RowCell, RowCell) -> Bool) -> Bool {
    var one = RowCursor(self)
    var another = RowCursor(other)
    while !one.isAtEnd {
      if RowCursor.passShared(&one, &another) { continue }
      let heights = (one.height, another.height)
      if heights.0 >= 0 || heights.1 >= 0 {
        if heights.0 >= heights.1 { one.enter() }
        if heights.1 >= heights.0 { another.enter() }
        continue
      }
      if one.label.cell != another.label.cell, !areSame(one.row.cell, another.row.cell) {
        return false
      }
      one.pass()
      another.pass()
    }
    return true
  }
}
