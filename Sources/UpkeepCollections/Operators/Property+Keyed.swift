public import Upkeep

extension Property {
  /// Returns the elements of an array as a keyed collection.
  ///
  /// Each new array is compared with the previous one by identity.
  ///
  ///     let people = StoredProperty([Person(id: 1, name: "Ann")])
  ///     let names = people.keyed(by: \.id).map(\.name)
  ///
  /// Of duplicates the last one stays, and each duplicate is reported.
  ///
  /// - Parameters:
  ///   - id: returns the identity of an element.
  ///   - rule: decides which new elements count as changes; by default the rule of the element
  ///     type.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the collection.
  /// - Complexity: O(n) for a new array, and O(log n) for each element inserted, removed or moved.
  @inlinable
  public final func keyed<ID: Hashable, Element>(
    by id: @escaping (Element) -> ID,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Property<KeyedArray<ID, Element>> where Value: Sequence<Element> {
    let label = Label(name, file, line, column)
    let rows = RowState(
      KeyedArray<ID, Element>(comparing: rule()?.isUnchanged ?? automaticComparison()))
    return DerivedProperty(self, label, { $0.isSame(as: $1) }) { elements in
      let new = rows.value.reconciled(with: elements, id: id, label)
      rows.set(new)
      new.keys.followIfUsed(new.tree)
      return new
    }
  }
}
