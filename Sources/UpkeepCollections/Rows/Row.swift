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

/// A row whose reference is not counted: a tree retains it.
///
/// Differences consist of such rows, so that an operator counts references only for the rows that it
/// adds to a tree. Who handles them retains both trees.
@usableFromInline
struct BorrowedRow {
  @usableFromInline let place: UInt64
  // SAFETY: see above.
  @usableFromInline let reference: Unmanaged<RowCell>

  @inlinable
  init(place: UInt64, reference: Unmanaged<RowCell>) {
    self.place = place
    self.reference = reference
  }

  @inlinable var cell: RowCell { reference.takeUnretainedValue() }

  @inlinable
  func id<ID: Hashable>(as _: ID.Type) -> ID {
    reference._withUnsafeGuaranteedRef { $0.id(as: ID.self) }
  }

  @inlinable
  func cell<ID: Hashable, Element>(
    as _: KeyedCell<ID, Element>.Type
  ) -> KeyedCell<ID, Element> {
    .of(cell)
  }

  /// Returns whether two rows have the same cell.
  @inlinable
  func hasCell(of other: BorrowedRow) -> Bool {
    reference.toOpaque() == other.reference.toOpaque()
  }

  /// The row with a counted reference.
  @inlinable var row: Row { Row(place: place, cell: cell) }
}
