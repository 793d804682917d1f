/// The rows of a collection between two positions.
@usableFromInline
struct RowWindow {
  /// The rows that the result follows from.
  private var source = RowTree()
  private var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows the source and the positions.
  ///
  /// - Complexity: O(log n) for each row that changes, comes or goes.
  @usableFromInline
  mutating func update(to new: RowTree, _ range: Range<Int>) -> RowTree {
    let range = range.clamped(to: 0..<new.count)
    let old = source
    source = new
    guard !range.isEmpty, !result.isEmpty else {
      result = RowTree(range.lazy.map { new[$0] })
      return result
    }
    let difference = RowDifference(from: old, to: new)
    let (first, last) = (new[range.lowerBound].place, new[range.upperBound - 1].place)
    for row in difference.removed { result.remove(place: row.place) }
    while let row = result.first, row.place < first { result.remove(at: 0) }
    while let row = result.last, row.place > last { result.remove(at: result.count - 1) }
    guard let low = result.first, let high = result.last else {
      result = RowTree(range.lazy.map { new[$0] })
      return result
    }
    for row in difference.inserted where row.place > low.place && row.place < high.place {
      result.put(row)
    }
    for index in stride(from: new.index(of: low.place) - 1, through: range.lowerBound, by: -1) {
      result.insert(new[index], at: 0)
    }
    for index in stride(from: new.index(of: high.place) + 1, to: range.upperBound, by: 1) {
      result.insert(new[index], at: result.count)
    }
    return result
  }
}

extension Property {
  /// The elements at the positions that another property tells: of a list, those on screen.
  ///
  ///     let page = shown.window(visible)  // visible: Property<Range<Int>>
  ///
  /// Positions at which nothing is are left out.
  ///
  /// - Parameters:
  ///   - range: the positions.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes, comes or goes.
  @inlinable
  public final func window<ID, Element>(
    _ range: Property<Range<Int>>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowWindow())
    let keys = KeyIndex<ID>()
    return DerivedProperty<KeyedArray<ID, Element>>(
      self, range, Label(name, file, line), { $0.isSame(as: $1) }
    ) { source, range, context in
      var rows = state.value
      let tree = rows.update(to: source.tree, range)
      state.set(rows, context)
      keys.followIfUsed(tree)
      return KeyedArray(tree, keys, source.isUnchanged)
    }
  }

  /// The elements at some positions.
  ///
  /// - Parameters:
  ///   - range: the positions; those at which nothing is are left out.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes, comes or goes.
  @inlinable
  public final func window<ID, Element>(
    _ range: Range<Int>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    window(.constant(range), name: name, file: file, line: line)
  }
}
