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
    return summary(of: root, before.map { [$0] } ?? [], part, combine)
  }

  /// Looks for what is known among summaries of nodes that were there.
  @inlinable
  static func summary(
    of node: RowNode, _ known: ContiguousArray<RowSummary>, _ part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary {
    for summary in known where summary.node === node { return summary }
    if node.isLeaf {
      var partial = part(node.rows[0].cell)
      for index in 1..<node.rows.count { partial = combine(partial, part(node.rows[index].cell)) }
      return RowSummary(node, partial)
    }
    var below: ContiguousArray<RowSummary> = []
    for summary in known {
      if summary.node.height < node.height {
        below.append(summary)
      } else {
        below.append(contentsOf: summary.children)
      }
    }
    // Both are in the order of the rows: a child can be, or have become of, those with places between its own alone.
    var start = 0
    var children: ContiguousArray<RowSummary> = []
    children.reserveCapacity(node.children.count)
    for index in 0..<node.children.count {
      let child = node.children[index]
      while start + 1 < below.count, below[start + 1].node.first <= child.first { start += 1 }
      var end = start
      if index + 1 < node.children.count {
        let next = node.children[index + 1].first
        while end < below.count, below[end].node.first < next { end += 1 }
      } else {
        end = below.count
      }
      children.append(summary(of: child, ContiguousArray(below[start..<end]), part, combine))
    }
    var partial = children[0].partial
    for child in 1..<children.count { partial = combine(partial, children[child].partial) }
    return RowSummary(node, partial, children)
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
    for row in summary.node.rows.prefix(rest) { add(part(row.cell)) }
    return result
  }
}
