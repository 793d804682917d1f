/// A node of the tree in which the rows of a collection lie, in the order of their places.
///
///     branch            children, each with its number of rows and its first place
///       leaf leaf leaf  rows
///
/// Trees share their nodes: a node that more than one of them uses is copied before it is changed.
@usableFromInline
final class RowNode {
  static let capacity = 16

  /// The number of levels below: 0 for a leaf.
  @usableFromInline let height: Int
  // SAFETY: nobody reads a node while one of the functions below changes it: it is used by the caller alone then. They
  // call nobody else: what they take out is still in the tree as it was, which whoever edits holds, so no `deinit` runs.
  /// The number of rows below.
  @exclusivity(unchecked) private(set) var count: Int
  /// The place of the first row below.
  @usableFromInline @exclusivity(unchecked) private(set) var first: UInt64
  /// The rows of a leaf.
  @usableFromInline @exclusivity(unchecked) private(set) var rows: ContiguousArray<Row>
  /// The children of a branch.
  @usableFromInline @exclusivity(unchecked) private(set) var children: ContiguousArray<RowNode>

  init(rows: ContiguousArray<Row>) {
    height = 0
    self.rows = rows
    children = []
    count = rows.count
    first = rows.first?.place ?? 0
  }

  init(children: ContiguousArray<RowNode>) {
    height = children.first.map { $0.height + 1 } ?? 0
    rows = []
    self.children = children
    count = children.reduce(0) { $0 + $1.count }
    first = children.first?.first ?? 0
  }

  private init(copying other: RowNode) {
    (height, count, first) = (other.height, other.count, other.first)
    (rows, children) = (other.rows, other.children)
  }

  @inlinable var isLeaf: Bool { height == 0 }

  /// The number of rows, or of children.
  var width: Int { isLeaf ? rows.count : children.count }

  // MARK: - Looking

  /// The child in which a row is, and its index there.
  func child(of index: Int) -> (child: Int, rest: Int) {
    var rest = index
    for child in children.indices.dropLast() {
      let count = children[child].count
      if rest < count { return (child, rest) }
      rest -= count
    }
    return (children.count - 1, rest)
  }

  /// The last child that begins at a place or before it; the first if none does.
  func child(at place: UInt64) -> Int {
    var low = 1
    var high = children.count
    while low < high {
      let middle = (low + high) / 2
      if children[middle].first <= place { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// The number of rows of a leaf before a place.
  func lowerBound(_ place: UInt64) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Changing

  /// Makes a node one that nobody else uses.
  private static func own(_ node: inout RowNode) {
    if !isKnownUniquelyReferenced(&node) { node = RowNode(copying: node) }
  }

  /// Puts a row in; returns the right half of a node that had to be divided.
  static func insert(_ row: Row, at index: Int, into node: inout RowNode) -> RowNode? {
    own(&node)
    node.count += 1
    if node.isLeaf {
      node.rows.insert(row, at: index)
      if index == 0 { node.first = row.place }
      return node.rows.count > capacity ? node.divide(isAtEnd: index == capacity) : nil
    }
    // A row between two children goes to the left one.
    var (child, rest) = node.child(of: max(index - 1, 0))
    if index > 0 { rest += 1 }
    let added = insert(row, at: rest, into: &node.children[child])
    if child == 0 { node.first = node.children[0].first }
    guard let added else { return nil }
    node.children.insert(added, at: child + 1)
    return node.children.count > capacity ? node.divide(isAtEnd: child + 1 == capacity) : nil
  }

  /// Cuts the right half off: only the last entry where entries come at the end, so that what is built by appending is
  /// full.
  private func divide(isAtEnd: Bool) -> RowNode {
    let middle = isAtEnd ? Self.capacity : Self.capacity / 2
    let right: RowNode
    if isLeaf {
      right = RowNode(rows: ContiguousArray(rows[middle...]))
      rows.removeSubrange(middle...)
    } else {
      right = RowNode(children: ContiguousArray(children[middle...]))
      children.removeSubrange(middle...)
    }
    count -= right.count
    return right
  }

  /// Takes a row out and returns it.
  static func remove(at index: Int, from node: inout RowNode) -> Row {
    own(&node)
    node.count -= 1
    let removed: Row
    if node.isLeaf {
      removed = node.rows.remove(at: index)
      node.first = node.rows.first?.place ?? 0
      return removed
    }
    let (child, rest) = node.child(of: index)
    removed = remove(at: rest, from: &node.children[child])
    node.fill(child)
    node.first = node.children.first?.first ?? 0
    return removed
  }

  /// Unites a child that has become small with a neighbour, if the two fit into one.
  private func fill(_ child: Int) {
    let width = children[child].width
    if width == 0 {
      children.remove(at: child)
      return
    }
    guard width < Self.capacity / 4, children.count > 1 else { return }
    let left = child == 0 ? 0 : child - 1
    let (one, other) = (children[left], children[left + 1])
    guard one.width + other.width <= Self.capacity else { return }
    children[left] =
      one.isLeaf
      ? RowNode(rows: one.rows + other.rows) : RowNode(children: one.children + other.children)
    children.remove(at: left + 1)
  }

  /// Changes a row where it is; its place stays between those of its neighbours.
  static func update(at index: Int, of node: inout RowNode, to row: Row) {
    own(&node)
    if node.isLeaf {
      node.rows[index] = row
    } else {
      let (child, rest) = node.child(of: index)
      update(at: rest, of: &node.children[child], to: row)
    }
    if index == 0 { node.first = row.place }
  }

  /// Puts a row in place of the one at its place, which is there.
  static func replace(_ row: Row, in node: inout RowNode) {
    own(&node)
    if node.isLeaf {
      node.rows[node.lowerBound(row.place)] = row
    } else {
      let child = node.child(at: row.place)
      replace(row, in: &node.children[child])
    }
  }
}
