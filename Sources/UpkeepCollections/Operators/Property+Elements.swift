public import Upkeep

// One element of a collection.
extension Property {
  /// An element by its identity, wherever it is.
  ///
  ///     let first = todos.element(1)
  ///     updater.keepUpToDate { print(first.value?.title ?? "gone") }  // runs when that one has changed
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a property that changes with that element alone; nil while there is none.
  /// - Complexity: O(log n) for each change of the collection, for each of them that is needed; only where the element
  ///   itself changes it is compared.
  @inlinable
  public final func element<ID, Element>(
    _ id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Element?> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
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

  /// The position of an element.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a property that changes with that position alone; nil while there is no such element.
  /// - Complexity: O(log n) for each change of the collection, for each of them that is needed.
  @inlinable
  public final func rank<ID, Element>(
    of id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Int?> where Value == KeyedArray<ID, Element> {
    DerivedProperty(self, Label(name, file, line), automaticComparison()) { rows in
      rows.index(of: id)
    }
  }
}
