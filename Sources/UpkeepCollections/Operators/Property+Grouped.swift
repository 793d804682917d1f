public import Upkeep

extension Property {
  /// Returns the elements in groups by key, in the order of the groups' first elements.
  ///
  ///     let days = todos.grouped { $0.day }
  ///     for day in days.value { print(day.key, day.elements.count) }
  ///
  /// A group exists while it has elements.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - key: returns the key of an element; must be pure. Called as in `map`.
  /// - Returns: the collection of the groups, with the keys as identities.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func grouped<ID, Element, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>
  where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line, column)
    return keyed(on: key, label).groups(label) { [self] in current.isUnchanged }
  }

  /// Returns the groups of elements with keys; `isUnchanged` returns the change rule of the
  /// elements.
  @inlinable
  final func groups<ID, Element, Key: Hashable>(
    _ label: Label, isUnchanged: @escaping () -> (Element, Element) -> Bool
  ) -> Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>
  where Value == KeyedArray<ID, WithKey<Key, Element>> {
    let state = RowState(RowGroups<Key, ID, Element>())
    let keys = KeyIndex<Key>()
    return DerivedProperty(self, label, { $0.isSame(as: $1) }) { source in
      state.collection(keys, { $0.elements.isSame(as: $1.elements) }) {
        _ = $0.update(to: source.tree, keys, isUnchanged())
        return $0.result
      }
    }
  }

  /// Returns the first element of each key.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - key: returns the key of an element; must be pure. Called as in `map`.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func distinct<ID, Element, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line, column)
    let groups: Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>> =
      grouped(name: name, file: file, line: line, column: column, by: key)
    // The rule comes directly from the source. From an optional it would come wrapped in one more
    // closure for each operator of a chain.
    return groups.selected(label, isUnchanged: { [self] _ in current.isUnchanged }) {
      $0.element.elements.tree.first?.cell
    }
  }
}
