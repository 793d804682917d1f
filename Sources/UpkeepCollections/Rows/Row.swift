/// An element with its identity: one object for all collections that show the element.
///
/// A cell never changes; a changed element gets a new cell.
@usableFromInline
class RowCell {
  @inlinable
  init() {}
}

extension RowCell {
  /// Returns the identity, in a collection whose identities have this type.
  @inlinable
  func id<ID: Hashable>(as _: ID.Type) -> ID {
    // SAFETY: a collection's cells have the collection's types.
    unsafeDowncast(self, to: IdentifiedCell<ID>.self).id
  }

  /// Returns a comparison of optional cells.
  ///
  /// Two nils are the same, and a cell is the same as itself; `areSame` compares other cells.
  static func comparison(
    _ areSame: @escaping (RowCell, RowCell) -> Bool
  ) -> (RowCell?, RowCell?) -> Bool {
    { old, new in
      guard let old, let new else { return old == nil && new == nil }
      return old === new || areSame(old, new)
    }
  }
}

/// A cell whose identity type is known.
@usableFromInline
class IdentifiedCell<ID: Hashable>: RowCell {
  @usableFromInline final let id: ID

  @inlinable
  init(id: ID) { self.id = id }
}

/// A cell whose identity type and element type are known.
@usableFromInline
final class KeyedCell<ID: Hashable, Element>: IdentifiedCell<ID> {
  @usableFromInline let element: Element

  @inlinable
  init(id: ID, element: Element) {
    self.element = element
    super.init(id: id)
  }

  /// Returns a cell as a cell of these types.
  @inlinable
  static func of(_ cell: RowCell) -> KeyedCell {
    // SAFETY: callers have the cell from a collection of these types.
    unsafeDowncast(cell, to: KeyedCell.self)
  }

  /// Returns whether two cells of these types have the same identity and an unchanged element.
  @inlinable
  static func areSame(
    _ old: RowCell, _ new: RowCell, _ isUnchanged: (Element, Element) -> Bool
  ) -> Bool {
    let (old, new) = (of(old), of(new))
    return old.id == new.id && isUnchanged(old.element, new.element)
  }
}

/// A row of a collection: a cell at a place.
///
/// Neither a row nor the tree of rows is generic: an edit runs the same compiled code for all
/// elements.
@usableFromInline
struct Row {
  /// The order of the row in its collection.
  ///
  /// A place has no other meaning.
  @usableFromInline var place: UInt64
  @usableFromInline let cell: RowCell

  @inlinable
  init(place: UInt64, cell: RowCell) {
    self.place = place
    self.cell = cell
  }

  /// Returns the identity, in a collection whose identities have this type.
  @inlinable
  func id<ID: Hashable>(as _: ID.Type) -> ID { cell.id(as: ID.self) }

  /// Returns the cell, in a collection of these types.
  @inlinable
  func cell<ID: Hashable, Element>(
    as _: KeyedCell<ID, Element>.Type
  ) -> KeyedCell<ID, Element> {
    .of(cell)
  }
}
