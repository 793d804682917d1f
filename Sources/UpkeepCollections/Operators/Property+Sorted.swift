public import Upkeep

extension Property {
  /// The elements in an order.
  ///
  ///     let byName = people.sorted { $0.name < $1.name }
  ///
  /// Elements that it does not tell apart keep the order that they have in this collection. The comparison must not
  /// read properties: for an order that changes there is `sorted(by: order)`, for a key that elements compute
  /// `sorted(on:)`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - precedes: says whether its first argument comes before the second; an order, as for `Array.sorted`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes; making it is one sort.
  @inlinable
  public final func sorted<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    ordered(Label(name, file, line), by: .constant(())) {
      RowComparison(of: KeyedCell<ID, Element>.self, precedes)
    }
  }

  /// The elements in an order that may change: each change of it is one sort.
  ///
  ///     let shown = todos.sorted(by: isByCost) { isByCost, one, other in
  ///       isByCost ? one.cost < other.cost : one.title < other.title
  ///     }
  ///
  /// - Parameters:
  ///   - order: says what to sort by.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - precedes: says whether one element comes before another by the value of `order`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes, and one sort for each change of the order.
  @inlinable
  public final func sorted<ID, Element, Order>(
    by order: Property<Order>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ precedes: @escaping (Order, Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    ordered(Label(name, file, line), by: order) { order in
      RowComparison(of: KeyedCell<ID, Element>.self) { precedes(order, $0, $1) }
    }
  }

  /// The elements in the order of a key, which their closures may compute from properties.
  ///
  ///     let byPrice = items.sorted(on: { $0.price.value })
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - key: what to sort by; must be pure. Called as the closure of `map`.
  /// - Returns: the collection; elements with equal keys keep the order that they have in this one.
  /// - Complexity: as for `sorted(by:)`.
  @inlinable
  public final func sorted<ID, Element, Key: Comparable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    on key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    let withKeys: Property<KeyedArray<ID, WithKey<Key, Element>>> = keyed(on: key, label)
    let sorted = withKeys.ordered(label, by: .constant(())) {
      RowComparison(of: KeyedCell<ID, WithKey<Key, Element>>.self) { $0.key < $1.key }
    }
    return sorted.withoutKeys(label, of: self)
  }

  /// The elements by the comparison that follows from a value.
  @inlinable
  final func ordered<ID, Element, Order>(
    _ label: Label, by order: Property<Order>,
    _ comparison: @escaping (Order) -> RowComparison
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowOrder())
    let keys = KeyIndex<ID>()
    let sourceKeys = KeyIndex<ID>()
    return DerivedProperty(self, order, label, { $0.isSame(as: $1) }) { source, value in
      var rows = state.value
      let tree = rows.update(
        to: source.tree, order.storedVersion, { comparison(value) },
        placeInSource: { sourceKeys.place(of: $0, in: $1) },
        placeInResult: { keys.place(of: $0, in: $1) }, pair: { $0.changes(of: ID.self) })
      state.set(rows)
      keys.followIfUsed(tree)
      sourceKeys.followIfUsed(source.tree)
      return KeyedArray(tree, keys, source.isUnchanged)
    }
  }
}
