/// Makes a tree of rows that come in the order of their places: leaves that are full, then the branches above them.
///
/// - Complexity: O(1) for each row.
@usableFromInline
struct RowTreeBuilder {
  private var leaves: ContiguousArray<RowNode> = []
  // SAFETY: `leaves` keeps the last leaf, and nobody else has it yet.
  /// The header of the last leaf, and the address of its next row.
  private var head: UnsafeMutablePointer<RowNode.Header>?
  private var next: UnsafeMutablePointer<Row>?
  /// How many rows there is room for in it.
  private var room = 0
  /// The place of the last row.
  private(set) var place: UInt64?

  @usableFromInline
  init() {}

  /// Adds a row behind all others.
  mutating func append(_ row: consuming Row) {
    if room == 0 { beginLeaf() }
    room -= 1
    place = row.place
    // SAFETY: there is a leaf, and in it there is room.
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
