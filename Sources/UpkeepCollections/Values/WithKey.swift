/// An element with a key that a closure has computed from it.
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
