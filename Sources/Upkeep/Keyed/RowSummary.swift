/// What a combination makes of the rows below each node of a tree: of the nodes that two trees share it is known.
///
/// A balanced tree of partial results: a change combines O(log n) of them again, in the order of the rows.
@usableFromInline
final class RowSummary<Partial> {
  let node: RowNode
  let partial: Partial
  let children: ContiguousArray<RowSummary>

  private init(_ node: RowNode, _ partial: Partial, _ children: ContiguousArray<RowSummary> = []) {
    self.node = node
    self.partial = partial
    self.children = children
  }

  /// Summarises a tree.
  ///
  /// - Parameters:
  ///   - before: the summary of the tree that it comes of.
  ///   - part: what one row is.
  ///   - combine: unites what neighbours are; associative.
  /// - Complexity: O(k log n) calls where k rows are different; O(n) without `before`.
  @usableFromInline
  static func summary(
    of tree: RowTree, _ before: RowSummary?, part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary? {
    tree.root.map { summary(of: $0, before.map { [$0] } ?? [], part, combine) }
  }

  /// What all rows come to.
  @usableFromInline var result: Partial { partial }

  /// Looks for what is known among summaries of nodes that were there.
  private static func summary(
    of node: RowNode, _ known: ContiguousArray<RowSummary>, _ part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary {
    if let same = known.first(where: { $0.node === node }) { return same }
    if node.isLeaf {
      var partial = part(node.rows[0].cell)
      for row in node.rows.dropFirst() { partial = combine(partial, part(row.cell)) }
      return RowSummary(node, partial)
    }
    var below: ContiguousArray<RowSummary> = []
    for summary in known {
      if summary.node.height < node.height { below.append(summary) } else { below += summary.children }
    }
    // Both are in the order of the rows: a node that stays is found behind the one before it.
    var next = 0
    var found = ContiguousArray<RowSummary?>(repeating: nil, count: node.children.count)
    var rest: ContiguousArray<RowSummary> = []
    for (index, child) in node.children.enumerated() {
      guard let match = below[next...].firstIndex(where: { $0.node === child }) else { continue }
      rest += below[next..<match]
      found[index] = below[match]
      next = match + 1
    }
    rest += below[next...]
    let children = ContiguousArray(
      zip(node.children, found).map { child, same in
        same ?? summary(of: child, rest, part, combine)
      })
    var partial = children[0].partial
    for child in children.dropFirst() { partial = combine(partial, child.partial) }
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
