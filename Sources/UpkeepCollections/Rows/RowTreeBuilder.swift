/// Builds a tree of rows in the order of their places: full leaves, then the branches above them.
///
/// - Complexity: O(1) for each row.
@usableFromInline
struct RowTreeBuilder {
  private var leaves: ContiguousArray<RowNode> = []
  // SAFETY: `leaves` retains the last leaf, which no tree uses yet.
  /// The header of the last leaf, and the address of the next row to append.
  private var head: UnsafeMutablePointer<RowNode.Header>?
  private var next: UnsafeMutablePointer<Row>?
  /// The number of rows that still fit into the last leaf.
  private var room = 0
  /// The place of the last row.
  private(set) var place: UInt64?

  @usableFromInline
  init() {}

  /// Appends a row.
  mutating func append(_ row: consuming Row) {
    if room == 0 { beginLeaf() }
    room -= 1
    place = row.place
    // SAFETY: there is a leaf, and it has room.
    let (head, next) = (head.unsafelyUnwrapped, next.unsafelyUnwrapped)
    next.initialize(to: row)
    self.next = next + 1
    head.pointee.width += 1
    head.pointee.count += 1
  }

  private mutating func beginLeaf() {
    let leaf = RowNode.make(room: RowNode.capacity)
    leaves.append(leaf)
    (head, next, room) = (leaf.head, leaf.rows, RowNode.capacity)
  }

  /// The root of the tree; nil if there are no rows.
  var root: RowNode? {
    var nodes = leaves
    while nodes.count > 1 {
      nodes = ContiguousArray(
        stride(from: 0, to: nodes.count, by: RowNode.capacity).map { start in
          .branch(nodes[start..<Swift.min(start + RowNode.capacity, nodes.count)])
        })
    }
    return nodes.first
  }
}
