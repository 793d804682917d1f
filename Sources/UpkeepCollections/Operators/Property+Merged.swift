public import Upkeep

extension Property {
  /// Returns this collection's elements, followed by another one's elements with new identities.
  ///
  ///     let shown = drafts.merged(with: saved)  // a draft is shown in place of what was saved
  ///
  /// - Parameters:
  ///   - other: the other collection.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the collection.
  /// - Complexity: O(log n) for each element that changes.
  public final func merged<ID, Element>(
    with other: Property<KeyedArray<ID, Element>>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowMerge<ID>())
    let keys = KeyIndex<ID>()
    return DerivedProperty(
      self, other, Label(name, file, line, column), { $0.isSame(as: $1) }
    ) { first, second in
      state.collection(keys, first.isUnchanged) {
        $0.update(
          to: first.tree, second.tree, placeInFirst: { first.keys.place(of: $0, in: first.tree) },
          placeInSecond: { second.keys.place(of: $0, in: second.tree) })
      }
    }
  }
}
