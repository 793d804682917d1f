public import Upkeep

// Operators that make each row of one row: the places stay.
extension Property {
  /// The elements of which something is true.
  ///
  ///     let open = todos.filter { !$0.isDone }
  ///
  /// The closure is called for the elements that change, and where it reads properties again for the elements that have
  /// read one which changes: a property that all of them read costs one pass.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isIncluded: says whether an element stays; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func filter<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ isIncluded: @escaping (Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    selected(Label(name, file, line)) { cell in isIncluded(cell.element) ? cell : nil }
  }

  /// Each element turned into something else, which keeps its identity.
  ///
  ///     let titles = todos.map { $0.title.uppercased() }
  ///
  /// The closure is called as that of `filter`; a result that is equal to the last one is no change.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - transform: computes the new element; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func map<ID, Element, Output>(
    changes rule: @autoclosure @Sendable () -> ChangeRule<Output>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Element) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    transformed(Label(name, file, line), isUnchanged: rule()?.isUnchanged ?? automaticComparison())
    {
      KeyedCell(id: $0.id, element: transform($0.element))
    }
  }

  /// Each element turned into something else, without those that become nil.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - transform: computes the new element, or nil; must be pure.
  /// - Returns: the collection, in the same order.
  /// - Complexity: O(log n) for each element that changes.
  @inlinable
  public final func compactMap<ID, Element, Output>(
    changes rule: @autoclosure @Sendable () -> ChangeRule<Output>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Element) -> Output?
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    transformed(Label(name, file, line), isUnchanged: rule()?.isUnchanged ?? automaticComparison())
    {
      cell in
      transform(cell.element).map { KeyedCell(id: cell.id, element: $0) }
    }
  }

  /// The collection of some of the cells, or of their elements' own cells, which are compared by the rule of the source.
  @inlinable
  final func selected<ID, Element>(
    _ label: Label, _ select: @escaping (KeyedCell<ID, Element>) -> KeyedCell<ID, Element>?
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let rows = RowTransform(
      label,
      // SAFETY: a collection is made of cells of its own types.
      transform: { select(unsafeDowncast($0, to: KeyedCell<ID, Element>.self)) },
      areSame: { _, _ in false }, pair: { $0.changes(of: ID.self) })
    return CollectingProperty(self, label, rows, isUnchanged: { $0.isUnchanged })
  }

  /// The collection of the cells that a closure makes.
  @inlinable
  final func transformed<ID, Element, OutputID, Output>(
    _ label: Label, isUnchanged: @escaping (Output, Output) -> Bool,
    _ transform: @escaping (KeyedCell<ID, Element>) -> KeyedCell<OutputID, Output>?
  ) -> Property<KeyedArray<OutputID, Output>> where Value == KeyedArray<ID, Element> {
    let rows = RowTransform(
      label,
      // SAFETY: a collection is made of cells of its own types.
      transform: { transform(unsafeDowncast($0, to: KeyedCell<ID, Element>.self)) },
      areSame: { old, new in
        // SAFETY: as above.
        let (old, new) = (
          unsafeDowncast(old, to: KeyedCell<OutputID, Output>.self),
          unsafeDowncast(new, to: KeyedCell<OutputID, Output>.self)
        )
        return old.id == new.id && isUnchanged(old.element, new.element)
      }, pair: { $0.changes(of: ID.self) })
    return CollectingProperty(self, label, rows, isUnchanged: { _ in isUnchanged })
  }
}
