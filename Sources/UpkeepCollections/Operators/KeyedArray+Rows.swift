package import Upkeep

// Lookups for the modules that show a collection on screen, or save it.
extension KeyedArray {
  /// Returns the identity of the element at a position.
  ///
  /// - Complexity: O(log n).
  package func id(at position: Int) -> ID { tree[position].id(as: ID.self) }

  /// Returns whether the change rule of the collection calls two elements the same.
  package func areSame(_ one: Element, _ other: Element) -> Bool { isUnchanged(one, other) }
}

extension Property {
  /// Returns the identities of the elements, in order.
  ///
  /// The collection does not change when only the content of an element does.
  ///
  /// - Complexity: O(log n) for each element that changes.
  package final func identities<ID, Element>() -> Property<KeyedArray<ID, ID>>
  where Value == KeyedArray<ID, Element> {
    transformed(Label(nil, #fileID, #line), isUnchanged: ==) {
      KeyedCell(id: $0.id, element: $0.id)
    }
  }
}
