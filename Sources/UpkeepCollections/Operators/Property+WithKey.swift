public import Upkeep

extension Property {
  /// Pairs each element with its key.
  ///
  /// A pair changes with its cell or its key.
  @inlinable
  final func keyed<ID, Element, Key: Equatable>(
    on key: @escaping (Element) -> Key, _ label: Label
  ) -> Property<KeyedArray<ID, WithKey<Key, Element>>> where Value == KeyedArray<ID, Element> {
    transformed(label, isUnchanged: { $0.cell === $1.cell && $0.key == $1.key }) { cell in
      KeyedCell(id: cell.id, element: WithKey(key: key(cell.element), cell: cell))
    }
  }

  /// Returns the elements without their keys, compared by the change rule of `origin`.
  @inlinable
  final func withoutKeys<ID, Element, Key>(
    _ label: Label, of origin: Property<KeyedArray<ID, Element>>
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, WithKey<Key, Element>> {
    let rows = RowTransform(
      label,
      transform: { cell in
        // SAFETY: a collection's cells have the collection's types.
        unsafeDowncast(cell, to: KeyedCell<ID, WithKey<Key, Element>>.self).element.cell
      }, areSame: { _, _ in false }, pair: { $0.changes(of: ID.self) })
    return CollectingProperty(
      self, label, rows, isUnchanged: { _ in origin.current.isUnchanged })
  }
}
