public import Upkeep

extension Property {
  /// The elements of an array as a keyed collection: each new array is compared with the one before by identity.
  ///
  ///     let people = StoredProperty([Person(id: 1, name: "Ann")])
  ///     let names = people.keyed(by: \.id).map(\.name)
  ///
  /// Of two elements with one identity, which is reported, the later one stays.
  ///
  /// - Parameters:
  ///   - id: leads to the identity.
  ///   - rule: decides which new elements are changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the collection.
  /// - Complexity: O(n) for a new array, and O(log n) for each element that comes, goes or moves.
  @inlinable
  public final func keyed<ID: Hashable, Element>(
    by id: @escaping (Element) -> ID,
    changes rule: @autoclosure @Sendable () -> ChangeRule<Element>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<KeyedArray<ID, Element>> where Value: Sequence<Element> {
    let label = Label(name, file, line)
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
