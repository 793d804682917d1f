public import Upkeep

// Operators that compute each row of the result from one row of the source, at the same place.
extension Property {
  /// Returns the elements that satisfy a predicate.
  ///
  ///     let open = todos.filter { !$0.isDone }
  ///
  /// The closure runs for each element that changes. If the closure reads properties, a change of
  /// such a property runs the closure again for the elements that read the property. If all
  /// elements read the property, its change costs one pass.
  ///
  /// - Parameters:
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isIncluded: returns whether an element is included; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func filter<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ isIncluded: @escaping (Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    selected(Label(name, file, line, column), isUnchanged: { $0.isUnchanged }) {
      isIncluded($0.element) ? $0 : nil
    }
  }

  /// Transforms each element.
  ///
  /// Each result keeps the identity of its element.
  ///
  ///     let titles = todos.map { $0.title.uppercased() }
  ///
  /// The closure is called as in `filter`. A result that equals the last one is no change.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default the rule of their type.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - transform: computes the new element; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func map<ID, Element, Output>(
    changes rule: @autoclosure @Sendable () -> ChangeRule<Output>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ transform: @escaping (Element) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    transformed(
      Label(name, file, line, column), isUnchanged: rule()?.isUnchanged ?? automaticComparison()
    ) {
      KeyedCell(id: $0.id, element: transform($0.element))
    }
  }

  /// Transforms each element, and leaves out the elements that become nil.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default the rule of their type.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - transform: computes the new element, or nil; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func compactMap<ID, Element, Output>(
    changes rule: @autoclosure @Sendable () -> ChangeRule<Output>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ transform: @escaping (Element) -> Output?
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    transformed(
      Label(name, file, line, column), isUnchanged: rule()?.isUnchanged ?? automaticComparison()
    ) {
      cell in
      transform(cell.element).map { KeyedCell(id: cell.id, element: $0) }
    }
  }

  /// Returns the collection of the selected cells.
  ///
  /// `select` returns the given cell or a cell inside its element. `isUnchanged` returns the change
  /// rule.
  @inlinable
  final func selected<ID, Element, OutputID, Output>(
    _ label: Label,
    isUnchanged: @escaping (Value) -> (Output, Output) -> Bool,
    _ select: @escaping (KeyedCell<ID, Element>) -> RowCell?
  ) -> Property<KeyedArray<OutputID, Output>> where Value == KeyedArray<ID, Element> {
    computed(label, isUnchanged, areSame: { _, _ in false }, select)
  }

  /// Returns the collection of the cells that `transform` makes.
  @inlinable
  final func transformed<ID, Element, OutputID, Output>(
    _ label: Label, isUnchanged: @escaping (Output, Output) -> Bool,
    _ transform: @escaping (KeyedCell<ID, Element>) -> KeyedCell<OutputID, Output>?
  ) -> Property<KeyedArray<OutputID, Output>> where Value == KeyedArray<ID, Element> {
    computed(
      label, { _ in isUnchanged },
      areSame: { KeyedCell<OutputID, Output>.areSame($0, $1, isUnchanged) }, transform)
  }

  @inlinable
  final func computed<ID, Element, OutputID, Output>(
    _ label: Label, _ isUnchanged: @escaping (Value) -> (Output, Output) -> Bool,
    areSame: @escaping (RowCell, RowCell) -> Bool,
    _ transform: @escaping (KeyedCell<ID, Element>) -> RowCell?
  ) -> Property<KeyedArray<OutputID, Output>> where Value == KeyedArray<ID, Element> {
    let rows = RowTransform(
      label, transform: { transform(.of($0)) }, areSame: areSame,
      pair: { $0.changes(of: ID.self) })
    let keys = KeyIndex<OutputID>()
    return CollectingProperty(self, label, isUnchanged: { $0.isSame(as: $1) }) {
      source, isFirst, children in
      if isFirst { rows.begin() }
      let tree = rows.update(to: source.tree, children)
      keys.followIfUsed(tree)
      return KeyedArray(tree, keys, isUnchanged(source))
    }
  }
}
