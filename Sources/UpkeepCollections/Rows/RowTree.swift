internal import Upkeep

/// The rows of a collection: a value that shares with its copies all nodes that are the same.
///
/// - Complexity: O(1) for a copy, O(log n) for each row that is looked for or changed.
@usableFromInline
struct RowTree {
  @usableFromInline private(set) var root: RowNode?

  /// No rows.
  @usableFromInline
  init() {}

  /// Rows in the order of their places.
  @usableFromInline
  init(_ rows: some Sequence<Row>) {
    var builder = RowTreeBuilder()
    for row in rows { builder.append(row) }
    self.init(builder)
  }

  @usableFromInline
  init(_ builder: RowTreeBuilder) { root = builder.root }

  @usableFromInline var count: Int { root?.count ?? 0 }

  @usableFromInline var isEmpty: Bool { root == nil }

  /// Whether two trees are one: then they have the same rows.
  ///
  /// The opposite need not hold.
  @usableFromInline
  func isIdentical(to other: RowTree) -> Bool { root === other.root }

  @usableFromInline var first: Row? { isEmpty ? nil : self[0] }

  @usableFromInline var last: Row? { isEmpty ? nil : self[count - 1] }

  // SAFETY: the tree holds its nodes, so the walks below need not.

  /// The row at an index that is there.
  @usableFromInline
  subscript(index: Int) -> Row {
    // SAFETY: whoever asks has compared with `count`.
    let (leaf, rest) = descend(from: root.unsafelyUnwrapped, to: index)
    return leaf._withUnsafeGuaranteedRef { $0.row(rest) }
  }

  /// The leaf around an index that is there.
  fileprivate func leaf(around index: Int) -> RowNode {
    // SAFETY: as above.
    descend(from: root.unsafelyUnwrapped, to: index).leaf.takeUnretainedValue()
  }

  private func descend(
    from root: RowNode, to index: Int
  ) -> (leaf: Unmanaged<RowNode>, index: Int) {
    var node = Unmanaged.passUnretained(root)
    var rest = index
    while let child = node._withUnsafeGuaranteedRef({ node -> Unmanaged<RowNode>? in
      if node.isLeaf { return nil }
      let (child, index) = node.child(of: rest)
      rest = index
      return node.borrowedChild(child)
    }) { node = child }
    return (node, rest)
  }

  /// The number of rows before a place.
  @usableFromInline
  func index(of place: UInt64) -> Int {
    guard let root else { return 0 }
    var before = 0
    let leaf = descend(from: root, to: place) { node, child in
      before += node.count(before: child)
    }
    return before + leaf._withUnsafeGuaranteedRef { $0.lowerBound(place) }
  }

  /// The row at a place.
  @usableFromInline
  func row(at place: UInt64) -> Row? {
    guard let root else { return nil }
    return descend(from: root, to: place) { _, _ in }._withUnsafeGuaranteedRef { leaf in
      let index = leaf.lowerBound(place)
      guard index < leaf.width, leaf.place(index) == place else { return nil }
      return leaf.row(index)
    }
  }

  /// Finds the leaf around a place, and says through which children.
  private func descend(
    from root: RowNode, to place: UInt64, _ pass: (RowNode, Int) -> Void
  ) -> Unmanaged<RowNode> {
    var node = Unmanaged.passUnretained(root)
    while let child = node._withUnsafeGuaranteedRef({ node -> Unmanaged<RowNode>? in
      if node.isLeaf { return nil }
      let child = node.child(at: place)
      pass(node, child)
      return node.borrowedChild(child)
    }) { node = child }
    return node
  }

  /// The number of rows from the first on of which something holds: all of which it holds come before the others.
  @usableFromInline
  func partitionPoint(_ isBefore: (Row) -> Bool) -> Int {
    // The closure is one of the program, so all nodes on the way are held.
    guard var node = root else { return 0 }
    var before = 0
    while !node.isLeaf {
      var low = 1
      var high = node.width
      while low < high {
        let middle = (low + high) / 2
        if isBefore(node.child(middle).firstRow) { low = middle + 1 } else { high = middle }
      }
      before += node.count(before: low - 1)
      node = node.child(low - 1)
    }
    var low = 0
    var high = node.width
    while low < high {
      let middle = (low + high) / 2
      if isBefore(node.row(middle)) { low = middle + 1 } else { high = middle }
    }
    return before + low
  }

  // MARK: - Changing

  /// Puts a row in, whose place is between those of its neighbours.
  @usableFromInline @inline(never)
  mutating func insert(_ row: Row, at index: Int) {
    guard root != nil else {
      root = .make()
      root?.appendRow(row)
      return
    }
    // SAFETY: it was looked at above; as one expression, so that the reference is not counted twice.
    let added = RowNode.insert(row, at: index, into: &root.unsafelyWrapped)
    if let added, let left = root { root = .branch([left, added]) }
  }

  /// Puts a row in, or in place of the one at its place.
  @usableFromInline @inline(never)
  mutating func put(_ row: Row) {
    if self.row(at: row.place) == nil {
      insert(row, at: index(of: row.place))
    } else {
      replace(row)
    }
  }

  /// Puts a row in place of the one at its place, which is there.
  @usableFromInline @inline(never)
  mutating func replace(_ row: Row) {
    // SAFETY: there is a row, so there is a root.
    RowNode.replace(row, in: &root.unsafelyWrapped)
  }

  /// Changes a row where it is.
  @usableFromInline @inline(never)
  mutating func update(at index: Int, to row: Row) {
    // SAFETY: as above.
    RowNode.update(at: index, of: &root.unsafelyWrapped, to: row)
  }

  @usableFromInline @inline(never) @discardableResult
  mutating func remove(at index: Int) -> Row {
    // SAFETY: as above.
    let removed = RowNode.remove(at: index, from: &root.unsafelyWrapped)
    while let node = root, node.width == (node.isLeaf ? 0 : 1) {
      root = node.isLeaf ? nil : node.child(0)
    }
    return removed
  }

  /// Takes the row at a place out, if there is one.
  @usableFromInline @inline(never) @discardableResult
  mutating func remove(place: UInt64) -> Row? {
    let index = index(of: place)
    guard index < count, self[index].place == place else { return nil }
    return remove(at: index)
  }
}

extension RowTree {
  /// Lets the rows go when the turn has ended: an element that is in them alone may have a `deinit` that writes.
  func releaseLater() { root?.releaseLater() }
}

extension RowNode {
  /// Lets all rows below go when the turn has ended.
  @usableFromInline
  func releaseLater() {
    OperatorUndo.releaseLater(self)
  }

  /// The first row below.
  fileprivate var firstRow: Row {
    var node = self
    while !node.isLeaf { node = node.child(0) }
    return node.row(0)
  }
}

extension Optional {
  /// The value that is there, to be changed where it is.
  fileprivate var unsafelyWrapped: Wrapped {
    get { unsafelyUnwrapped }
    _modify {
      // It is there.
      // swift-format-ignore: NeverForceUnwrap
      yield &self!
    }
  }
}

// MARK: - All rows

extension RowTree: Sequence {
  @usableFromInline
  struct Iterator: IteratorProtocol {
    private let tree: RowTree
    // SAFETY: the tree keeps its leaves, and nodes that it shares do not change.
    /// The next row of a leaf, and the end of that.
    private var row: UnsafeMutablePointer<Row>?
    private var end: UnsafeMutablePointer<Row>?
    /// The index of the first row behind the leaf.
    private var nextIndex = 0

    fileprivate init(_ tree: RowTree) { self.tree = tree }

    @usableFromInline
    mutating func next() -> Row? { pass()?.pointee }

    /// Passes over a row.
    fileprivate mutating func pass() -> UnsafeMutablePointer<Row>? {
      if row == end, !enterLeaf() { return nil }
      defer { row = row.map { $0 + 1 } }
      return row
    }

    /// Goes on to the next leaf, if there is one.
    private mutating func enterLeaf() -> Bool {
      guard nextIndex < tree.count else { return false }
      let leaf = tree.leaf(around: nextIndex)
      (row, end) = (leaf.rows, leaf.rows + leaf.width)
      nextIndex += leaf.width
      return true
    }
  }

  @usableFromInline
  func makeIterator() -> Iterator { Iterator(self) }

  @usableFromInline var underestimatedCount: Int { count }
}

extension RowTree.Iterator {
  /// The next row, with its cell as the tree keeps it: nobody counts the reference.
  @usableFromInline
  mutating func nextUncounted() -> (place: UInt64, cell: Unmanaged<RowCell>)? {
    pass().map { row in
      let row = UnsafeRawPointer(row)
      let cell = row.load(fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
      return (row.load(as: UInt64.self), .fromOpaque(cell))
    }
  }
}

extension RowTree {
  /// Calls a closure for each place and the cell there, which nobody counts.
  @inlinable
  func visitRows(_ body: (UInt64, RowCell) -> Void) {
    var rows = makeIterator()
    // SAFETY: the way through the rows holds the tree.
    while let (place, cell) = rows.nextUncounted() {
      cell._withUnsafeGuaranteedRef { body(place, $0) }
    }
  }
}
