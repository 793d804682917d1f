// SAFETY: callers know that a position exists. A node changes only while one tree uses it, by
// functions that call nothing else. The edit retains the rows that it replaces, so no `deinit` runs
// in between.
extension RowNode {
  /// Creates a branch.
  static func branch(_ children: some Collection<RowNode>) -> RowNode {
    let node = make(height: (children.first?.height ?? 0) + 1)
    for child in children {
      node.append(child.entry)
      node.head.pointee.count += child.count
    }
    return node
  }

  /// The row by which a branch refers to this node.
  private var entry: Row {
    // SAFETY: as the cell of a branch, a node is only retained and released, like any object.
    Row(place: width == 0 ? 0 : first, cell: unsafeBitCast(self, to: RowCell.self))
  }

  /// Copies a node unless this tree alone uses it and it has room.
  private static func own(_ node: inout RowNode, room: Int = 0) {
    let isOwn = isKnownUniquelyReferenced(&node)
    if isOwn, node.width + room <= node.head.pointee.room { return }
    let copy = make(height: node.height, room: room == 0 ? node.width : capacity + 1)
    copy.withUnsafeMutablePointerToElements { new in
      node.withUnsafeMutablePointerToElements { old in
        if isOwn {
          new.moveInitialize(from: old, count: node.width)
        } else {
          for index in 0..<node.width { (new + index).initialize(to: old[index]) }
        }
      }
    }
    (copy.head.pointee.width, copy.head.pointee.count) = (node.width, node.count)
    if isOwn { node.head.pointee.width = 0 }
    node = copy
  }

  /// Appends a row to a leaf that has room and that no tree uses yet.
  func appendRow(_ row: Row) {
    append(row)
    head.pointee.count += 1
  }

  /// Appends an entry; there must be room.
  ///
  /// The caller updates the number of rows below.
  private func append(_ row: Row) {
    withUnsafeMutablePointerToElements { ($0 + width).initialize(to: row) }
    head.pointee.width += 1
  }

  private func insert(_ row: Row, at index: Int) {
    withUnsafeMutablePointerToElements { rows in
      (rows + index + 1).moveInitialize(from: rows + index, count: width - index)
      (rows + index).initialize(to: row)
    }
    head.pointee.width += 1
  }

  @discardableResult
  private func take(at index: Int) -> Row {
    withUnsafeMutablePointerToElements { rows in
      let row = (rows + index).move()
      (rows + index).moveInitialize(from: rows + index + 1, count: width - index - 1)
      head.pointee.width -= 1
      return row
    }
  }

  private func set(_ index: Int, to row: Row) {
    withUnsafeMutablePointerToElements { $0[index] = row }
  }

  /// Edits a child.
  private func edit<Result>(_ index: Int, _ body: (inout RowNode) -> Result) -> Result {
    withUnsafeMutablePointerToElements { rows in
      // Moved out during the edit, so that the child has one reference.
      var child = unsafeBitCast((rows + index).move().cell, to: RowNode.self)
      let result = body(&child)
      (rows + index).initialize(to: child.entry)
      return result
    }
  }

  /// Inserts a row; returns the right half of a node that had to be split.
  static func insert(_ row: Row, at index: Int, into node: inout RowNode) -> RowNode? {
    own(&node, room: 1)
    node.head.pointee.count += 1
    node.head.pointee.edits &+= 1
    if node.isLeaf {
      node.insert(row, at: index)
      return node.width > capacity ? node.divide(isAtEnd: index == capacity) : nil
    }
    // A row between two children goes to the left one.
    var (child, rest) = node.child(of: max(index - 1, 0))
    if index > 0 { rest += 1 }
    guard let added = node.edit(child, { insert(row, at: rest, into: &$0) }) else { return nil }
    node.insert(added.entry, at: child + 1)
    return node.width > capacity ? node.divide(isAtEnd: child + 1 == capacity) : nil
  }

  /// Splits off the right half.
  ///
  /// After an insertion at the end, the right half is only the last entry, so that appending makes
  /// full nodes.
  private func divide(isAtEnd: Bool) -> RowNode {
    let middle = isAtEnd ? Self.capacity : Self.capacity / 2
    let right = Self.make(height: height)
    withUnsafeMutablePointerToElements { rows in
      right.withUnsafeMutablePointerToElements {
        $0.moveInitialize(from: rows + middle, count: width - middle)
      }
    }
    right.head.pointee.width = width - middle
    head.pointee.width = middle
    right.head.pointee.count = isLeaf ? right.width : right.count(before: right.width)
    head.pointee.count -= right.count
    return right
  }

  /// Removes and returns a row.
  static func remove(at index: Int, from node: inout RowNode) -> Row {
    own(&node)
    node.head.pointee.count -= 1
    node.head.pointee.edits &+= 1
    if node.isLeaf { return node.take(at: index) }
    let (child, rest) = node.child(of: index)
    let removed = node.edit(child) { remove(at: rest, from: &$0) }
    node.fill(child)
    return removed
  }

  /// Merges a child that has become small with a neighbour, if both fit into one node.
  private func fill(_ index: Int) {
    let width = child(index).width
    if width == 0 {
      take(at: index)
      return
    }
    guard width < Self.capacity / 4, self.width > 1 else { return }
    let left = index == 0 ? 0 : index - 1
    let (one, other) = (child(left), child(left + 1))
    guard one.width + other.width <= Self.capacity else { return }
    let united = Self.make(height: one.height)
    for index in 0..<one.width { united.append(one.row(index)) }
    for index in 0..<other.width { united.append(other.row(index)) }
    united.head.pointee.count = one.count + other.count
    set(left, to: united.entry)
    take(at: left + 1)
  }

  /// Replaces a row.
  ///
  /// The new place must be between the neighbours' places.
  static func update(at index: Int, of node: inout RowNode, to row: Row) {
    own(&node)
    if node.isLeaf {
      node.set(index, to: row)
    } else {
      let (child, rest) = node.child(of: index)
      node.edit(child) { update(at: rest, of: &$0, to: row) }
    }
  }

  /// Replaces the row at the same place, and returns whether there is one.
  ///
  /// If that is uncertain, `old` is the cell that the row must have.
  static func replace(_ old: RowCell?, by row: Row, in node: inout RowNode) -> Bool {
    own(&node)
    if !node.isLeaf {
      return node.edit(node.child(at: row.place)) { replace(old, by: row, in: &$0) }
    }
    let index = node.lowerBound(row.place)
    if let old, node.borrowedRow(at: row.place)?.cell !== old { return false }
    node.set(index, to: row)
    return true
  }

  /// Replaces rows at the same places, which must exist.
  ///
  /// The rows are in order; the next one is for this node. `end` is the place at which the next node
  /// begins; nil if there is none.
  static func replace(
    _ rows: ContiguousArray<Row>, _ next: inout Int, before end: UInt64?, in node: inout RowNode
  ) {
    own(&node)
    var index = 0
    while next < rows.count, case let place = rows[next].place, end.map({ place < $0 }) != false {
      if node.isLeaf {
        while index < node.width, node.place(index) < place { index += 1 }
        // A key whose `==` and hash disagree may have led to a group without the row.
        if index < node.width, node.place(index) == place { node.set(index, to: rows[next]) }
        next += 1
        continue
      }
      while index + 1 < node.width, node.place(index + 1) <= place { index += 1 }
      let end = index + 1 < node.width ? node.place(index + 1) : end
      node.edit(index) { replace(rows, &next, before: end, in: &$0) }
    }
  }
}
