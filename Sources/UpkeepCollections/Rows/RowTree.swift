internal import Upkeep

/// The rows of a collection: a value that shares all unchanged nodes with its copies.
///
/// - Complexity: O(1) for a copy, O(log n) for a lookup or a change of a row.
@usableFromInline
struct RowTree {
  @usableFromInline private(set) var root: RowNode?

  /// Creates a tree without rows.
  @usableFromInline
  init() {}

  /// Creates a tree of rows in the order of their places.
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

  /// Returns whether two trees have the same root.
  ///
  /// If so, they have the same rows.
  ///
  /// Other trees may have the same rows, too.
  @usableFromInline
  func isIdentical(to other: RowTree) -> Bool { root === other.root }

  /// Returns whether something else retains the root, too.
  @usableFromInline
  mutating func isShared() -> Bool { root != nil && !isKnownUniquelyReferenced(&root) }

  @usableFromInline var first: Row? { isEmpty ? nil : self[0] }

  @usableFromInline var last: Row? { isEmpty ? nil : self[count - 1] }

  // SAFETY: the tree retains its nodes, so the walks below need not retain them.

  /// The row at an index, which must exist.
  @usableFromInline
  subscript(index: Int) -> Row {
    // SAFETY: the caller has compared the index with `count`.
    let (leaf, rest) = descend(from: root.unsafelyUnwrapped, to: index)
    return leaf._withUnsafeGuaranteedRef { $0.row(rest) }
  }

  fileprivate func descend(
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

  /// Returns the number of rows before a place.
  @usableFromInline
  func index(of place: UInt64) -> Int {
    guard let root else { return 0 }
    var before = 0
    let leaf = Self.descend(from: root, to: place) { node, child in
      before += node.count(before: child)
    }
    return before + leaf._withUnsafeGuaranteedRef { $0.lowerBound(place) }
  }

  /// Returns the row at a place.
  @usableFromInline
  func row(at place: UInt64) -> Row? {
    guard let root else { return nil }
    return Self.descend(from: root, to: place) { _, _ in }._withUnsafeGuaranteedRef {
      $0.borrowedRow(at: place)?.row
    }
  }

  /// Returns the leaf around a place, and calls `pass` with each node and child on the way.
  fileprivate static func descend(
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

  /// Returns the number of leading rows that satisfy a predicate.
  ///
  /// No later row may satisfy it.
  @usableFromInline
  func partitionPoint(_ isBefore: (BorrowedRow) -> Bool) -> Int {
    guard let root else { return 0 }
    var node = Unmanaged.passUnretained(root)
    var before = 0
    while !node._withUnsafeGuaranteedRef(\.isLeaf) {
      node = node._withUnsafeGuaranteedRef { node in
        let next = (1..<node.width).partitionPoint { isBefore(node.borrowedChild($0).firstRow) }
        let child = next - 1
        before += node.count(before: child)
        return node.borrowedChild(child)
      }
    }
    return before
      + node._withUnsafeGuaranteedRef { node in
        (0..<node.width).partitionPoint { isBefore(node.borrowedRow($0)) }
      }
  }

  // MARK: - Changing

  /// Inserts a row.
  ///
  /// Its place must be between the neighbours' places.
  @usableFromInline @inline(never)
  mutating func insert(_ row: Row, at index: Int) {
    guard root != nil else {
      root = .make()
      root?.appendRow(row)
      return
    }
    // SAFETY: the root was checked above. One expression, so that the root has one reference.
    let added = RowNode.insert(row, at: index, into: &root.unsafelyWrapped)
    if let added, let left = root { root = .branch([left, added]) }
  }

  /// Inserts a row, or replaces the row at its place.
  @usableFromInline @inline(never)
  mutating func put(_ row: Row) {
    if self.row(at: row.place) == nil {
      insert(row, at: index(of: row.place))
    } else {
      replace(row)
    }
  }

  /// Replaces the row at the same place, which must exist.
  @usableFromInline @inline(never)
  mutating func replace(_ row: Row) {
    // SAFETY: there is a row, so there is a root.
    _ = RowNode.replace(nil, by: row, in: &root.unsafelyWrapped)
  }

  /// Replaces the rows at the same places, which must exist.
  ///
  /// - Parameter rows: the new rows, in order.
  @inline(never)
  mutating func replace(_ rows: ContiguousArray<Row>) {
    if root == nil { return }
    var next = 0
    // SAFETY: as above.
    RowNode.replace(rows, &next, before: nil, in: &root.unsafelyWrapped)
  }

  /// Replaces the row at the same place, if it has the given cell.
  @usableFromInline @inline(never)
  mutating func replace(_ old: RowCell, by row: Row) -> Bool {
    // SAFETY: the root is there.
    root != nil && RowNode.replace(old, by: row, in: &root.unsafelyWrapped)
  }

  /// Replaces a row at its index.
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

  /// Removes the row at a place, if there is one.
  @usableFromInline @inline(never) @discardableResult
  mutating func remove(place: UInt64) -> Row? {
    let index = index(of: place)
    guard index < count, self[index].place == place else { return nil }
    return remove(at: index)
  }
}

extension RowTree {
  /// Releases the rows at the end of the turn: the `deinit` of an element may write.
  func releaseLater() { root?.releaseLater() }
}

extension RowNode {
  /// Releases all rows below at the end of the turn.
  @usableFromInline
  func releaseLater() {
    OperatorUndo.releaseLater(self)
  }

}

extension Unmanaged<RowNode> {
  /// The first row below.
  fileprivate var firstRow: BorrowedRow {
    var node = self
    while !node._withUnsafeGuaranteedRef(\.isLeaf) {
      node = node._withUnsafeGuaranteedRef { $0.borrowedChild(0) }
    }
    return node._withUnsafeGuaranteedRef { $0.borrowedRow(0) }
  }
}

extension Optional {
  /// The value, which must exist, for a change in place.
  fileprivate var unsafelyWrapped: Wrapped {
    get { unsafelyUnwrapped }
    _modify {
      // The value exists.
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
    // SAFETY: the tree retains its leaves, and shared nodes do not change.
    /// The next row of the current leaf, and the end of the leaf.
    @usableFromInline var row: UnsafePointer<Row>?
    @usableFromInline var end: UnsafePointer<Row>?
    /// The index of the first row after the leaf.
    private var nextIndex: Int

    /// Creates an iterator over the rows from an index on.
    fileprivate init(_ tree: RowTree, from index: Int) {
      self.tree = tree
      nextIndex = index
    }

    @inlinable
    mutating func next() -> Row? {
      if row == end, !enterLeaf() { return nil }
      defer { row = row.map { $0 + 1 } }
      return row?.pointee
    }

    /// Returns the next row.
    ///
    /// The reference to its cell is not counted.
    @inlinable
    mutating func nextUncounted() -> (place: UInt64, cell: Unmanaged<RowCell>)? {
      if row == end, !enterLeaf() { return nil }
      return row.map { next in
        row = next + 1
        let next = UnsafeRawPointer(next)
        let cell = next.load(fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
        return (next.load(as: UInt64.self), .fromOpaque(cell))
      }
    }

    /// Enters the leaf of the next row, if there is one.
    @usableFromInline
    mutating func enterLeaf() -> Bool {
      guard nextIndex < tree.count, let root = tree.root else { return false }
      let (leaf, index) = tree.descend(from: root, to: nextIndex)
      leaf._withUnsafeGuaranteedRef { leaf in
        (row, end) = (UnsafePointer(leaf.rows + index), UnsafePointer(leaf.rows + leaf.width))
        nextIndex += leaf.width - index
      }
      return true
    }
  }

  @usableFromInline
  func makeIterator() -> Iterator { Iterator(self, from: 0) }

  /// Returns an iterator over the rows from an index on.
  func makeIterator(from index: Int) -> Iterator { Iterator(self, from: index) }

  @usableFromInline var underestimatedCount: Int { count }
}

extension RowTree {
  /// Calls a closure for each place and its cell, without counting references.
  @inlinable
  func visitRows(_ body: (UInt64, RowCell) -> Void) {
    var rows = makeIterator()
    // SAFETY: the iterator retains the tree.
    while let (place, cell) = rows.nextUncounted() {
      cell._withUnsafeGuaranteedRef { body(place, $0) }
    }
  }

  /// Calls a closure for each row, without counting references.
  func visitBorrowed(_ body: (BorrowedRow) -> Void) {
    visitRows { body(BorrowedRow(place: $0, reference: .passUnretained($1))) }
  }
}

/// Looks up rows of a tree, at best in the order of their places: it remembers the last leaf.
struct RowFinger {
  // SAFETY: who has the finger retains the tree.
  private let tree: Unmanaged<RowNode>?
  private var leaf: Unmanaged<RowNode>?

  init(_ tree: RowTree) { self.tree = tree.root.map { .passUnretained($0) } }

  /// Returns the row at a place.
  mutating func row(at place: UInt64) -> BorrowedRow? {
    guard let tree else { return nil }
    let isInLeaf = leaf?._withUnsafeGuaranteedRef { leaf in
      leaf.first <= place && place <= leaf.place(leaf.width - 1)
    }
    if isInLeaf != true {
      leaf = tree._withUnsafeGuaranteedRef { RowTree.descend(from: $0, to: place) { _, _ in } }
    }
    return leaf?._withUnsafeGuaranteedRef { $0.borrowedRow(at: place) }
  }
}
