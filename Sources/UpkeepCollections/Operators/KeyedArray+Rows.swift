package import Upkeep

// Questions of the faces that show a collection on screen.
extension KeyedArray {
  /// The identity of the element at a position.
  ///
  /// - Complexity: O(log n).
  package func id(at position: Int) -> ID { tree[position].id(as: ID.self) }

  /// Whether an element shows the same as another one, by the rule of the collection.
  package func areSame(_ one: Element, _ other: Element) -> Bool { isUnchanged(one, other) }
}

extension Property {
  /// Returns the identities of the elements in their order: a collection that does not change with what is in an element.
  ///
  /// - Complexity: O(log n) for each element that changes.
  package final func identities<ID, Element>() -> Property<KeyedArray<ID, ID>>
  where Value == KeyedArray<ID, Element> {
    transformed(Label(nil, #fileID, #line), isUnchanged: ==) {
      KeyedCell(id: $0.id, element: $0.id)
    }
  }
}
