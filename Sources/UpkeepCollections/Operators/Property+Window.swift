public import Upkeep

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
    ) { source, range in
      var rows = state.value
      let tree = rows.update(to: source.tree, range)
      state.set(rows)
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
