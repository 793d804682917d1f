/// An element of collections, with its identity: one object that all collections share which show it.
///
/// It never changes; an element that changes gets another one.
@usableFromInline
class RowCell {
  @inlinable
  init() {}
}

extension RowCell {
  /// Makes a comparison of optional cells: two that are missing are the same, and so is a cell and itself; others are
  /// compared by `areSame`.
  static func comparison(
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) -> (RowCell?, RowCell?) -> Bool {
    { old, new in
      guard let old, let new else { return old == nil && new == nil }
      return old === new || areSame(old, new)
    }
  }
}

/// A cell of which the identity is known.
@usableFromInline
class IdentifiedCell<ID: Hashable>: RowCell {
  @usableFromInline final let id: ID

  @inlinable
  init(id: ID) { self.id = id }
}

/// A cell of which all is known.
@usableFromInline
final class KeyedCell<ID: Hashable, Element>: IdentifiedCell<ID> {
  @usableFromInline let element: Element

  @inlinable
  init(id: ID, element: Element) {
    self.element = element
    super.init(id: id)
  }

  /// Returns a cell as one of these types.
  @inlinable
  static func of(_ cell: RowCell) -> KeyedCell {
    // SAFETY: callers have it from a collection of these types, which is made of such cells.
    unsafeDowncast(cell, to: KeyedCell.self)
  }
}

/// A row of a collection: a cell at a place.
///
/// Not generic, and neither is the tree of them: an edit runs the same compiled code whatever the elements are.
@usableFromInline
struct Row {
  /// The rows of a collection are in the order of their places, which say nothing else.
  @usableFromInline var place: UInt64
  @usableFromInline let cell: RowCell

  @inlinable
  init(place: UInt64, cell: RowCell) {
    self.place = place
    self.cell = cell
  }

  /// The identity of the row of a collection whose identities are of that type.
  @inlinable
  func id<ID: Hashable>(as _: ID.Type) -> ID {
    // SAFETY: a collection is made of cells of its own types.
    unsafeDowncast(cell, to: IdentifiedCell<ID>.self).id
  }

  /// The cell of a row of a collection of those types.
  @inlinable
  func cell<ID: Hashable, Element>(
    as _: KeyedCell<ID, Element>.Type
  ) -> KeyedCell<ID, Element> {
    .of(cell)
  }
}
