/// What a combination makes of the rows below each node of a tree: of the nodes that two trees share it is known.
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
  /// - Returns: what all rows are; nil if there are none.
  /// - Complexity: O(k log n) calls where k rows are different; O(n) without `before`.
  @inlinable
  static func summary(
    of tree: RowTree, _ before: RowSummary?, part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary? {
    guard let root = tree.root else { return nil }
    return summary(of: root, before.map { [$0] } ?? [], part, combine)
  }

  /// What all rows come to.
  @usableFromInline var result: Partial { partial }

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
    // Both are in the order of the rows: a node that stays is found behind the one before it, and what is passed over on
    // the way is what others may have become of.
    var next = 0
    var found = ContiguousArray<RowSummary?>(repeating: nil, count: node.children.count)
    var rest: ContiguousArray<RowSummary> = []
    for child in 0..<node.children.count {
      var match = next
      while match < below.count, below[match].node !== node.children[child] { match += 1 }
      if match == below.count { continue }
      for index in next..<match { rest.append(below[index]) }
      found[child] = below[match]
      next = match + 1
    }
    for index in next..<below.count { rest.append(below[index]) }
    var children: ContiguousArray<RowSummary> = []
    children.reserveCapacity(found.count)
    for child in 0..<found.count {
      children.append(found[child] ?? summary(of: node.children[child], rest, part, combine))
    }
    var partial = children[0].partial
    for child in 1..<children.count { partial = combine(partial, children[child].partial) }
    return RowSummary(node, partial, children)
  }

  /// What the rows before one come to; nil if there are none.
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
