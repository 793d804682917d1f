public import Upkeep

extension Property {
  /// Returns the elements in sorted order.
  ///
  ///     let byName = people.sorted { $0.name < $1.name }
  ///
  /// Equal elements keep their order in this collection. The comparison must not read properties:
  /// use `sorted(by: order)` for an order that changes, and `sorted(on:)` for a key that elements
  /// compute.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - precedes: returns whether its first argument comes before the second; an order, as for
  ///     `Array.sorted`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes; the first computation is one
  ///   sort.
  @inlinable
  public final func sorted<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    ordered(Label(name, file, line, column), by: .constant(())) {
      RowComparison(of: KeyedCell<ID, Element>.self, precedes)
    }
  }

  /// Returns the elements in an order that may change.
  ///
  /// Each change of the order is one sort.
  ///
  ///     let shown = todos.sorted(by: isByCost) { isByCost, one, other in
  ///       isByCost ? one.cost < other.cost : one.title < other.title
  ///     }
  ///
  /// - Parameters:
  ///   - order: the order, which is given to `precedes`.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - precedes: returns whether one element comes before another by the value of `order`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes, and one sort for each change
  ///   of the order.
  @inlinable
  public final func sorted<ID, Element, Order>(
    by order: Property<Order>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column,
    _ precedes: @escaping (Order, Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    ordered(Label(name, file, line, column), by: order) { order in
      RowComparison(of: KeyedCell<ID, Element>.self) { precedes(order, $0, $1) }
    }
  }

  /// Returns the elements sorted by a key, which may be computed from properties.
  ///
  ///     let byPrice = items.sorted(on: { $0.price.value })
  ///     let dearest = items.sorted(on: { Descending($0.price.value) })
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - key: returns the key to sort by; must be pure. Called as in `map`.
  /// - Returns: the collection; elements with equal keys keep their order in this collection.
  /// - Complexity: as for `sorted(by:)`.
  @inlinable
  public final func sorted<ID, Element, Key: Comparable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    on key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line, column)
    let withKeys: Property<KeyedArray<ID, WithKey<Key, Element>>> = keyed(on: key, label)
    let sorted = withKeys.ordered(label, by: .constant(())) {
      RowComparison(of: KeyedCell<ID, WithKey<Key, Element>>.self) { $0.key < $1.key }
    }
    return sorted.selected(label, isUnchanged: { [self] _ in current.isUnchanged }) {
      $0.element.cell
    }
  }

  /// Returns the elements sorted by several keys, which may be computed from properties.
  ///
  ///     let shown = todos.sorted(on: { $0.owner }, { Descending($0.cost) })
  ///
  /// Elements with equal first keys are sorted by the second one, and so on.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - first: returns the key to sort by; must be pure. Called as in `map`, like the others.
  ///   - second: returns the key for elements whose first keys are equal.
  ///   - others: return further keys.
  /// - Returns: the collection; elements with equal keys keep their order in this collection.
  /// - Complexity: as for `sorted(by:)`.
  @inlinable
  public final func sorted<
    ID, Element, First: Comparable, Second: Comparable, each Key: Comparable
  >(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    on first: @escaping (Element) -> First, _ second: @escaping (Element) -> Second,
    _ others: repeat @escaping (Element) -> each Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    sorted(
      name: name, file: file, line: line, column: column,
      on: { SortKeys(first($0), second($0), repeat (each others)($0)) })
  }

  /// Returns the elements sorted by the comparison for the current value of `order`.
  @inlinable
  final func ordered<ID, Element, Order>(
    _ label: Label, by order: Property<Order>,
    _ comparison: @escaping (Order) -> RowComparison
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowOrder())
    let keys = KeyIndex<ID>()
    let sourceKeys = KeyIndex<ID>()
    return DerivedProperty(self, order, label, { $0.isSame(as: $1) }) { source, value in
      defer { sourceKeys.followIfUsed(source.tree) }
      return state.collection(keys, source.isUnchanged) {
        $0.update(
          to: source.tree, order.storedVersion, { comparison(value) },
          placeInSource: { sourceKeys.place(of: $0, following: $1) },
          placeInResult: { keys.place(of: $0, in: $1) }, pair: { $0.changes(of: ID.self) })
      }
    }
  }
}
