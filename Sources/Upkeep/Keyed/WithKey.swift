/// An element with what a closure has computed from it.
@usableFromInline
struct WithKey<Key, Element> {
  @usableFromInline let key: Key
  /// The element's own cell.
  @usableFromInline let cell: RowCell

  @inlinable
  init(key: Key, cell: RowCell) {
    self.key = key
    self.cell = cell
  }
}

extension Property {
  /// Each element with its key: the same where both are.
  @inlinable
  final func keyed<ID, Element, Key: Equatable>(
    on key: @escaping (Element) -> Key, _ label: Label
  ) -> Property<KeyedArray<ID, WithKey<Key, Element>>> where Value == KeyedArray<ID, Element> {
    transformed(label, isUnchanged: { $0.cell === $1.cell && $0.key == $1.key }) { cell in
      KeyedCell(id: cell.id, element: WithKey(key: key(cell.element), cell: cell))
    }
  }

  /// The elements without their keys.
  @inlinable
  final func withoutKeys<ID, Element, Key>(
    _ label: Label
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, WithKey<Key, Element>> {
    transformed(label, isUnchanged: automaticComparison()) { cell in
      // SAFETY: `keyed(on:)` has put it there.
      unsafeDowncast(cell.element.cell, to: KeyedCell<ID, Element>.self)
    }
  }
}
