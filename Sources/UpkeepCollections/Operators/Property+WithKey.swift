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
}
