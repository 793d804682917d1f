public import Upkeep

// Totals for each key.
extension Property {
  /// Returns the sum of a number over the elements with one key, for each key.
  ///
  ///     let costs = todos.sum { $0.cost } by: { $0.owner }
  ///     print(costs.value[id: "ann"] ?? 0)
  ///
  /// The keys are in the order of their first elements, as in `grouped(by:)`. A key exists while an
  /// element has it.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - number: returns the number of an element; must be pure. Called as in `map`.
  ///   - key: returns the key of an element; must be pure. Called together with `number`.
  /// - Returns: the collection of the sums, with the keys as identities.
  /// - Complexity: O(log n) additions for each element whose number or key changes.
  @inlinable
  public final func sum<ID, Element, Number: AdditiveArithmetic, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    of number: @escaping (Element) -> Number, by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<Key, Number>> where Value == KeyedArray<ID, Element> {
    totals(Label(name, file, line, column), number, { $0 + $1 }, key) { $0 == $1 }
  }

  /// Returns the average of a number over the elements with one key, for each key.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - number: returns the number of an element; must be pure. Called as in `map`.
  ///   - key: returns the key of an element; must be pure. Called together with `number`.
  /// - Returns: the collection of the averages, with the keys as identities, in the order of
  ///   `sum(of:by:)`.
  /// - Complexity: as for `sum(of:by:)`.
  @inlinable
  public final func average<ID, Element, Number: BinaryFloatingPoint, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    of number: @escaping (Element) -> Number, by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<Key, Number>> where Value == KeyedArray<ID, Element> {
    // The types are written out: inferring them takes the compiler seconds.
    typealias Total = (sum: Number, count: Int)
    let label = Label(name, file, line, column)
    let sums: Property<KeyedArray<Key, Total>> = totals(
      label, { (element: Element) -> Total in (number(element), 1) },
      { (one: Total, other: Total) in (one.sum + other.sum, one.count + other.count) }, key,
      { (old: Total, new: Total) in old == new })
    return sums.transformed(label, isUnchanged: { (old: Number, new: Number) in old == new }) {
      KeyedCell(id: $0.id, element: $0.element.sum / Number($0.element.count))
    }
  }

  /// Combines the elements with one key, in their order, for each key.
  ///
  ///     let longest = todos.combined { $0.title.count } with: { max($0, $1) } by: { $0.owner }
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - part: returns the partial result of one element; must be pure. Called as in `map`.
  ///   - combine: combines two neighbouring partial results; must be associative, and must not read
  ///     properties.
  ///   - key: returns the key of an element; must be pure. Called together with `part`.
  /// - Returns: the collection of the results, with the keys as identities, in the order of
  ///   `sum(of:by:)`.
  /// - Complexity: one call of `part` and O(log n) calls of `combine` for each element that
  ///   changes.
  @inlinable
  public final func combined<ID, Element, Partial, Key: Hashable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ part: @escaping (Element) -> Partial, with combine: @escaping (Partial, Partial) -> Partial,
    by key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<Key, Partial>> where Value == KeyedArray<ID, Element> {
    totals(Label(name, file, line, column), part, combine, key, automaticComparison())
  }

  @inlinable
  final func totals<ID, Element, Total, Key: Hashable>(
    _ label: Label, _ part: @escaping (Element) -> Total,
    _ combine: @escaping (Total, Total) -> Total, _ key: @escaping (Element) -> Key,
    _ isUnchanged: @escaping (Total, Total) -> Bool
  ) -> Property<KeyedArray<Key, Total>> where Value == KeyedArray<ID, Element> {
    typealias Part = KeyedCell<ID, Total>
    let parts: Property<KeyedArray<ID, WithKey<Key, Total>>> = transformed(
      label,
      isUnchanged: {
        $0.key == $1.key && isUnchanged(Part.of($0.cell).element, Part.of($1.cell).element)
      }
    ) { cell in
      let part = Part(id: cell.id, element: part(cell.element))
      return KeyedCell(id: cell.id, element: WithKey(key: key(cell.element), cell: part))
    }
    let state = RowState(RowTotals<Key, ID, Total>())
    let (groupKeys, keys) = (KeyIndex<Key>(), KeyIndex<Key>())
    return DerivedProperty(parts, label, { $0.isSame(as: $1) }) { source in
      state.collection(keys, isUnchanged) {
        $0.update(to: source.tree, groupKeys, combine, isUnchanged)
      }
    }
  }
}
