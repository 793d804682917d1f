/// The rows below each node of a tree, combined: of the nodes that two trees share the result is known.
///
/// A balanced tree of partial results: a change combines O(log n) of them again, in the order of the rows.
@usableFromInline
final class RowSummary<Partial> {
  @usableFromInline let node: RowNode
  @usableFromInline let partial: Partial
  @usableFromInline let children: ContiguousArray<RowSummary>

  @inlinable
  init(_ node: RowNode, _ partial: Partial, _ children: ContiguousArray<RowSummary> = []) {
    self.node = node
    self.partial = partial
    self.children = children
  }

  /// Summarises a tree.
  ///
  /// - Parameters:
  ///   - tree: the rows.
  ///   - before: the summary of the tree that it comes of.
  ///   - part: what one row is.
  ///   - combine: unites what neighbours are; associative.
  /// - Returns: the summary; nil if there are no rows.
  /// - Complexity: O(k log n) calls where k rows are different; O(n) without `before`.
  @inlinable
  static func summary(
    of tree: RowTree, _ before: RowSummary?, part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary? {
    guard let root = tree.root else { return nil }
    var known: ContiguousArray<RowSummary> = before.map { [$0] } ?? []
    // A tree that has lost a level is made of children of the old root.
    while let first = known.first, first.node.height > root.height {
      known = ContiguousArray(known.lazy.flatMap(\.children))
    }
    return summary(of: root, known, known.indices, part, combine)
  }

  /// Looks for what is known in a range of summaries of nodes that were there.
  @inlinable
  static func summary(
    of node: RowNode, _ known: ContiguousArray<RowSummary>, _ range: Range<Int>,
    _ part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary {
    for index in range where known[index].node === node { return known[index] }
    if node.isLeaf {
      var partial = part(node.row(0).cell)
      for index in 1..<node.width { partial = combine(partial, part(node.row(index).cell)) }
      return RowSummary(node, partial)
    }
    let below = below(node, known, range)
    var children: ContiguousArray<RowSummary> = []
    children.reserveCapacity(node.width)
    var next = 0
    for index in 0..<node.width {
      let child = node.child(index)
      // Most are what they were.
      if next < below.count, below[next].node === child {
        children.append(below[next])
        next += 1
        continue
      }
      // Both are in the order of the rows: a child can be, or have become of, those with places between its own alone.
      var start = Swift.max(next - 1, 0)
      while start + 1 < below.count, below[start + 1].node.first <= node.place(index) { start += 1 }
      next = start
      if index + 1 < node.width {
        let end = node.place(index + 1)
        while next < below.count, below[next].node.first < end { next += 1 }
      } else {
        next = below.count
      }
      children.append(summary(of: child, below, start..<next, part, combine))
    }
    var partial = children[0].partial
    for child in 1..<children.count { partial = combine(partial, children[child].partial) }
    return RowSummary(node, partial, children)
  }

  /// The summaries that a child of a node can be, or have become of.
  @inlinable
  static func below(
    _ node: RowNode, _ known: ContiguousArray<RowSummary>, _ range: Range<Int>
  ) -> ContiguousArray<RowSummary> {
    if range.count == 1, known[range.lowerBound].node.height == node.height {
      return known[range.lowerBound].children
    }
    var below: ContiguousArray<RowSummary> = []
    for summary in known[range] {
      if summary.node.height < node.height {
        below.append(summary)
      } else {
        below.append(contentsOf: summary.children)
      }
    }
    return below
  }

  /// Combines the rows before one; nil if there are none.
  func prefix(_ index: Int, part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial)
    -> Partial?
  {
    var result: Partial?
    func add(_ partial: Partial) { result = result.map { combine($0, partial) } ?? partial }
    var summary = self
    var rest = index
    while !summary.node.isLeaf {
      for child in summary.children {
        if rest <= child.node.count {
          summary = child
          break
        }
        rest -= child.node.count
        add(child.partial)
      }
    }
    for index in 0..<rest { add(part(summary.node.row(index).cell)) }
    return result
  }
}
