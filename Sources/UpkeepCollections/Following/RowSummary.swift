/// The partial results of the rows below each node of a tree.
///
/// Two trees share the results of the nodes that they share.
///
/// The summary is a balanced tree of partial results: a change combines O(log n) of them again, in
/// the order of the rows.
@usableFromInline
final class RowSummary<Partial> {
  // SAFETY: replaced only while the summary has one owner, by functions that cannot reach it.
  @usableFromInline @exclusivity(unchecked) var node: RowNode
  @usableFromInline @exclusivity(unchecked) var partial: Partial
  @usableFromInline @exclusivity(unchecked) var children: ContiguousArray<RowSummary>

  @inlinable
  init(_ node: RowNode, _ partial: Partial, _ children: ContiguousArray<RowSummary> = []) {
    self.node = node
    self.partial = partial
    self.children = children
  }

  /// Returns the summary of a tree.
  ///
  /// - Parameters:
  ///   - tree: the rows.
  ///   - before: the summary of the tree from which this one follows.
  ///   - part: returns the partial result of one row.
  ///   - combine: combines two neighbouring partial results; associative.
  /// - Returns: the summary; nil if there are no rows.
  /// - Complexity: O(k log n) calls if k rows differ; O(n) without `before`.
  @inlinable
  static func summary(
    of tree: RowTree, _ before: RowSummary?, part: (RowCell) -> Partial,
    _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary? {
    guard let root = tree.root else { return nil }
    var known: ContiguousArray<RowSummary> = before.map { [$0] } ?? []
    // A tree that has lost a level consists of children of the old root.
    while let first = known.first, first.node.height > root.height {
      known = ContiguousArray(known.lazy.flatMap(\.children))
    }
    return summary(of: root, known, known.indices, part, combine)
  }

  /// Returns the summary of a node.
  ///
  /// Looks for known results in a range of summaries of old nodes.
  @inlinable
  static func summary(
    of node: RowNode, _ known: ContiguousArray<RowSummary>, _ range: Range<Int>,
    _ part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial
  ) -> RowSummary {
    for index in range where known[index].node === node { return known[index] }
    if node.isLeaf { return RowSummary(node, partial(of: node, part, combine)) }
    let below = below(node, known, range)
    var children: ContiguousArray<RowSummary> = []
    children.reserveCapacity(node.width)
    var next = 0
    for index in 0..<node.width {
      let child = node.child(index)
      // Most children are unchanged.
      if next < below.count, below[next].node === child {
        children.append(below[next])
        next += 1
        continue
      }
      // The children and the known summaries are in row order. Only summaries between this child's
      // first place and the next can match.
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
    return RowSummary(node, partial(of: children, combine), children)
  }

  /// Combines the rows of a leaf.
  @inlinable
  static func partial(
    of leaf: RowNode, _ part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial
  ) -> Partial {
    // SAFETY: the leaf retains the cells.
    func value(at index: Int) -> Partial {
      Unmanaged<RowCell>.fromOpaque(leaf.address(index))._withUnsafeGuaranteedRef { part($0) }
    }
    var partial = value(at: 0)
    for index in 1..<leaf.width { partial = combine(partial, value(at: index)) }
    return partial
  }

  /// Combines the partial results of children.
  @inlinable
  static func partial(
    of children: ContiguousArray<RowSummary>, _ combine: (Partial, Partial) -> Partial
  ) -> Partial {
    var partial = children[0].partial
    for child in 1..<children.count { partial = combine(partial, children[child].partial) }
    return partial
  }

  /// Returns the summaries that the children of a node can reuse.
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

  /// Combines the rows before an index; nil if there are none.
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

extension RowSummary {
  /// Updates a summary to a tree.
  ///
  /// Edits the parts that have no other owner, and replaces the others.
  ///
  /// - Parameters: as for `summary(of:_:part:_:)`.
  @inlinable
  static func update(
    _ summary: inout RowSummary?, to tree: RowTree,
    part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial
  ) {
    // An element that only the old tree retains may have a `deinit` that writes.
    summary?.node.releaseLater()
    guard let root = tree.root, summary?.node.height == root.height, var known = summary.take()
    else {
      summary = Self.summary(of: tree, summary, part: part, combine)
      return
    }
    update(&known, to: root, part, combine)
    summary = known
  }

  @inlinable
  static func update(
    _ summary: inout RowSummary, to node: RowNode,
    _ part: (RowCell) -> Partial, _ combine: (Partial, Partial) -> Partial
  ) {
    if summary.node === node { return }
    let before = summary.node
    guard isKnownUniquelyReferenced(&summary), node.hasPlaces(of: before) else {
      summary = Self.summary(of: node, [summary], 0..<1, part, combine)
      return
    }
    summary.node = node
    if node.isLeaf {
      summary.partial = partial(of: node, part, combine)
      return
    }
    for index in 0..<node.width where node.address(index) != before.address(index) {
      update(&summary.children[index], to: node.child(index), part, combine)
    }
    summary.partial = partial(of: summary.children, combine)
  }
}

extension RowNode {
  /// Returns whether the children of two branches begin at the same places.
  ///
  /// True for leaves, whose rows are always combined again.
  @usableFromInline
  func hasPlaces(of other: RowNode) -> Bool {
    if isLeaf { return true }
    return width == other.width && (0..<width).allSatisfy { place($0) == other.place($0) }
  }
}
