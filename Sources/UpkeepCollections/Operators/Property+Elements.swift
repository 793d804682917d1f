public import Upkeep

// One element of a collection.
extension Property {
  /// Returns the element with an identity, at whatever position.
  ///
  ///     let first = todos.element(1)
  ///     // Runs when this element has changed.
  ///     updater.keepUpToDate { print(first.value?.title ?? "gone") }
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: a property that changes with this element alone; nil while there is no such
  ///   element.
  /// - Complexity: O(log n) for each change of the collection and each such property that is
  ///   needed; elements are compared only if this element changes.
  @inlinable
  public final func element<ID, Element>(
    _ id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) -> Property<Element?> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line, column)
    let lookup = ElementLookup<ID, Element>(id)
    let cell = DerivedProperty<RowCell?>(in: self, label, unless: lookup.areSame) {
      lookup.cell(in: self.current)
    }
    return DerivedProperty(
      cell, label,
      { old, new in
        guard let old, let new else { return old == nil && new == nil }
        return lookup.isUnchanged(old, new)
      }
    ) { cell in cell.map { KeyedCell<ID, Element>.of($0).element } }
  }

  /// Returns the position of an element.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: a property that changes with this position alone; nil while there is no such
  ///   element.
  /// - Complexity: O(log n) for each change of the collection and each such property that is
  ///   needed.
  @inlinable
  public final func rank<ID, Element>(
    of id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) -> Property<Int?> where Value == KeyedArray<ID, Element> {
    DerivedProperty(self, Label(name, file, line, column), automaticComparison()) { rows in
      rows.index(of: id)
    }
  }
}
