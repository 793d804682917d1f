/// A node of the tree of a collection's rows, in the order of their places: one block of memory.
///
///     branch            a row for each child: its cell is the child, its place the first one below
///       leaf leaf leaf  the rows
///
/// Trees share nodes. A node that several trees use is copied before it changes.
@usableFromInline
final class RowNode: ManagedBuffer<RowNode.Header, Row> {
  @usableFromInline
  struct Header {
    /// The number of levels below; 0 for a leaf.
    @usableFromInline let height: Int
    /// The number of rows for which there is room.
    let room: Int
    /// The number of rows, or of children, in this node.
    @usableFromInline var width = 0
    /// The number of rows below.
    @usableFromInline var count = 0
    /// The number of insertions and removals below that have changed this node in place.
    var edits = 0

    init(height: Int, room: Int) {
      self.height = height
      self.room = room
    }
  }

  /// The maximum number of rows of a node.
  ///
  /// A node has one more until it is split.
  static let capacity = 16

  /// Creates an empty node.
  static func make(height: Int = 0, room: Int = RowNode.capacity + 1) -> RowNode {
    let node = create(minimumCapacity: room) { _ in Header(height: height, room: room) }
    // SAFETY: this class has created the node.
    return unsafeDowncast(node, to: RowNode.self)
  }

  deinit {
    // SAFETY: `width` rows are initialized. A loop is faster than a call that uses the type's
    // metadata.
    withUnsafeMutablePointerToElements { rows in
      for index in 0..<head.pointee.width { (rows + index).deinitialize(count: 1) }
    }
  }

  // SAFETY: the block lives as long as the node, and the header is not read while it changes.
  // Access by address needs no exclusivity check.
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

  // SAFETY: callers know that a position exists, and no node is read while it changes.

  /// The rows, or the children with their first places.
  var rows: UnsafeMutablePointer<Row> { withUnsafeMutablePointerToElements { $0 } }

  /// Returns a row of a leaf.
  @inlinable
  func row(_ index: Int) -> Row { withUnsafeMutablePointerToElements { $0[index] } }

  /// Returns the place of a row, or of the first row below a child.
  @inlinable
  func place(_ index: Int) -> UInt64 { withUnsafeMutablePointerToElements { $0[index].place } }

  /// Returns the address of a row's cell, or of a child.
  ///
  /// The reference is not counted.
  @inlinable
  func address(_ index: Int) -> UnsafeRawPointer {
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0 + index).load(
        fromByteOffset: MemoryLayout<UInt64>.size, as: UnsafeRawPointer.self)
    }
  }

  /// Returns the row of a leaf at a place.
  func borrowedRow(at place: UInt64) -> BorrowedRow? {
    let index = lowerBound(place)
    return index < width && self.place(index) == place ? borrowedRow(index) : nil
  }

  /// Returns a row of a leaf, by its index.
  func borrowedRow(_ index: Int) -> BorrowedRow {
    BorrowedRow(place: place(index), reference: .fromOpaque(address(index)))
  }

  /// Returns a child of a branch.
  @inlinable
  func child(_ index: Int) -> RowNode { unsafeBitCast(row(index).cell, to: RowNode.self) }

  /// Returns a child of a branch without counting the reference; the branch retains the child.
  func borrowedChild(_ index: Int) -> Unmanaged<RowNode> { .fromOpaque(address(index)) }

  /// Returns the child that contains a row, and the row's index in it.
  func child(of index: Int) -> (child: Int, rest: Int) {
    var rest = index
    for child in 0..<width - 1 {
      let count = borrowedChild(child)._withUnsafeGuaranteedRef { $0.count }
      if rest < count { return (child, rest) }
      rest -= count
    }
    return (width - 1, rest)
  }

  /// Returns the number of rows below the children before `child`.
  func count(before child: Int) -> Int {
    (0..<child).reduce(0) { $0 + borrowedChild($1)._withUnsafeGuaranteedRef { $0.count } }
  }

  /// Returns the last child that begins at a place or before it; the first child if there is none.
  func child(at place: UInt64) -> Int {
    place == .max ? width - 1 : max(lowerBound(place + 1) - 1, 0)
  }

  /// Returns the number of rows, or of children's first places, before a place.
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
