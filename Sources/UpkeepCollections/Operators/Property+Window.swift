public import Upkeep

extension Property {
  /// Returns the elements at the positions in a range that may change, such as the rows on screen.
  ///
  ///     let page = shown.window(visible)  // visible: Property<Range<Int>>
  ///
  /// Positions outside the collection are left out.
  ///
  /// - Parameters:
  ///   - range: the positions, as any kind of range.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes, enters or leaves.
  @inlinable
  public final func window<ID, Element, Positions: RangeExpression<Int>>(
    _ range: Property<Positions>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowWindow())
    let keys = KeyIndex<ID>()
    return DerivedProperty<KeyedArray<ID, Element>>(
      self, range, Label(name, file, line, column), { $0.isSame(as: $1) }
    ) { source, range in
      state.collection(keys, source.isUnchanged) {
        $0.update(to: source.tree, range.relative(to: AllPositions()))
      }
    }
  }

  /// Returns the elements at the positions in a range.
  ///
  ///     let top = byScore.window(0..<10)
  ///
  /// - Parameters:
  ///   - range: the positions; positions outside the collection are left out.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes, enters or leaves.
  @inlinable
  public final func window<ID, Element>(
    _ range: some RangeExpression<Int>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    window(.constant(range), name: name, file: file, line: line, column: column)
  }
}
