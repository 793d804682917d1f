/// A node of the tree in which the rows of a collection lie, in the order of their places: one block of memory.
///
///     branch            a row for each child, with the first place below it, and the child as its cell
///       leaf leaf leaf  the rows
///
/// Trees share their nodes: a node that more than one of them uses is copied before it is changed.
@usableFromInline
final class RowNode: ManagedBuffer<RowNode.Header, Row> {
  @usableFromInline
  struct Header {
    /// The number of levels below: 0 for a leaf.
    @usableFromInline let height: Int
    /// The most rows for which there is room.
    let room: Int
    /// The number of rows, or of children, here.
    @usableFromInline var width = 0
    /// The number of rows below.
    @usableFromInline var count = 0

    init(height: Int, room: Int) {
      self.height = height
      self.room = room
    }
  }

  /// The most rows of a node; one more is there until it is divided.
  static let capacity = 16

  /// Makes one that is empty.
  static func make(height: Int = 0, room: Int = RowNode.capacity + 1) -> RowNode {
    let node = create(minimumCapacity: room) { _ in Header(height: height, room: room) }
    // SAFETY: it was made by this class.
    return unsafeDowncast(node, to: RowNode.self)
  }

  deinit {
    // SAFETY: `width` rows are there. A loop over them is faster than a call that goes by the description of their type.
    withUnsafeMutablePointerToElements { rows in
      for index in 0..<head.pointee.width { (rows + index).deinitialize(count: 1) }
    }
  }

  // SAFETY: the block is there as long as the node, and nobody else looks at the header while it is changed; by its address
  // the compiler need not see to that.
  @inlinable var head: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

  @inlinable var height: Int { head.pointee.height }

  @inlinable var isLeaf: Bool { height == 0 }

  /// The number of rows, or of children.
  @inlinable var width: Int { head.pointee.width }

  /// The number of rows below.
  var count: Int { head.pointee.count }

  /// The place of the first row below a node that is not empty.
  @inlinable var first: UInt64 { place(0) }

  // MARK: - Looking

  // SAFETY: callers know that a position is there, and nobody looks at a node while it is changed.

  /// The rows, or the children with their first places.
  var rows: UnsafeMutablePointer<Row> { withUnsafeMutablePointerToElements { $0 } }

  /// A row of a leaf.
  @inlinable
  func row(_ index: Int) -> Row { withUnsafeMutablePointerToElements { $0[index] } }

  /// The place of a row, or of the first one below a child.
  @inlinable
  func place(_ index: Int) -> UInt64 { withUnsafeMutablePointerToElements { $0[index].place } }

  /// The cell of a row, or the child, as an address: nobody counts the reference.
  @inlinable
  func address(_ index: Int) -> UnsafeRawPointer {
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0 + index).load(
        fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
    }
  }

  /// A child of a branch.
  @inlinable
  func child(_ index: Int) -> RowNode { unsafeBitCast(row(index).cell, to: RowNode.self) }

  /// A child of a branch, which the branch keeps.
  func borrowedChild(_ index: Int) -> Unmanaged<RowNode> { .fromOpaque(address(index)) }

  /// The child in which a row is, and its index there.
  func child(of index: Int) -> (child: Int, rest: Int) {
    var rest = index
    for child in 0..<width - 1 {
      let count = borrowedChild(child)._withUnsafeGuaranteedRef { $0.count }
      if rest < count { return (child, rest) }
      rest -= count
    }
    return (width - 1, rest)
  }

  /// The number of rows below the children before one.
  func count(before child: Int) -> Int {
    (0..<child).reduce(0) { $0 + borrowedChild($1)._withUnsafeGuaranteedRef { $0.count } }
  }

  /// The last child that begins at a place or before it; the first if none does.
  func child(at place: UInt64) -> Int {
    place == .max ? width - 1 : max(lowerBound(place + 1) - 1, 0)
  }

  /// The number of rows of a leaf, or of first places of children, before a place.
  func lowerBound(_ place: UInt64) -> Int {
    var low = 0
    var high = width
    while low < high {
      let middle = (low + high) / 2
      if self.place(middle) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
