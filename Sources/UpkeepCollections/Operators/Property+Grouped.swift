public import Upkeep

extension Property {
  /// The elements in groups of one key each, in the order in which the keys come first.
  ///
  ///     let days = todos.grouped { $0.day }
  ///     for day in days.value { print(day.key, day.elements.count) }
  ///
  /// A group is there while it has elements.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - key: the key of an element; must be pure. Called as the closure of `map`.
  /// - Returns: the collection of the groups, whose identity is the key.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func grouped<ID, Element, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>
  where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    return keyed(on: key, label).groups(label) { [self] in current.isUnchanged }
  }

  /// The groups of elements that have their keys; `isUnchanged` finds the rule of the elements.
  @inlinable
  final func groups<ID, Element, Key: Hashable>(
    _ label: Label, isUnchanged: @escaping () -> (Element, Element) -> Bool
  ) -> Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>
  where Value == KeyedArray<ID, WithKey<Key, Element>> {
    let state = RowState(RowGroups<Key, ID, Element>())
    let keys = KeyIndex<Key>()
    return DerivedProperty(self, label, { $0.isSame(as: $1) }) { source in
      var groups = state.value
      let tree = groups.update(to: source.tree, keys, isUnchanged())
      state.set(groups)
      return KeyedArray(tree, keys) { $0.elements.isSame(as: $1.elements) }
    }
  }

  /// Of all elements with one key the first.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - key: the key of an element; must be pure. Called as the closure of `map`.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func distinct<ID, Element, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    let groups: Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>> =
      grouped(name: name, file: file, line: line, by: key)
    let rows = RowTransform(
      label,
      transform: { cell in
        // SAFETY: a collection is made of cells of its own types.
        unsafeDowncast(cell, to: KeyedCell<Key, KeyedGroup<Key, ID, Element>>.self)
          .element.elements.tree.first?.cell
      }, areSame: { _, _ in false }, pair: { $0.changes(of: Key.self) })
    // The rule of the source as it is: out of an optional it would come wrapped, once more for each
    // operator of a chain.
    return CollectingProperty(
      groups, label, rows, isUnchanged: { [self] _ in current.isUnchanged })
  }
}
