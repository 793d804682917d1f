public import Upkeep

/// Looks up one element of a collection, first at the place at which it was found last, and compares by the rule of the
/// collection in which it was.
@usableFromInline
final class ElementLookup<ID: Hashable, Element> {
  @usableFromInline let id: ID
  // SAFETY: a word, read and written whole.
  @usableFromInline @exclusivity(unchecked) var place: UInt64 = 0
  // SAFETY: replaced by the cell's computation alone, as a whole, and the new one is there before the old one goes; whoever
  // calls it holds the one that was read.
  @usableFromInline @exclusivity(unchecked) var isUnchanged: (Element, Element) -> Bool

  @inlinable
  init(_ id: ID) {
    self.id = id
    isUnchanged = { _, _ in false }
  }

  /// The cell of the element; nil if there is none.
  @inlinable
  func cell(in rows: KeyedArray<ID, Element>) -> RowCell? {
    isUnchanged = rows.isUnchanged
    // A copy, for `==` of an identity is the program's.
    var place = place
    defer { self.place = place }
    return rows.row(of: id, at: &place)?.cell
  }

  /// Whether two cells have the same element.
  @inlinable
  func areSame(_ old: RowCell, _ new: RowCell) -> Bool {
    isUnchanged(KeyedCell<ID, Element>.of(old).element, KeyedCell<ID, Element>.of(new).element)
  }
}

extension KeyedArray {
  /// The row of an element, for which it is looked first at the place where it was last.
  ///
  /// - Complexity: O(log n), and a question by identity only where it is not there any more.
  @inlinable
  func row(of id: ID, at place: inout UInt64) -> Row? {
    if let row = tree.row(at: place), row.id(as: ID.self) == id { return row }
    guard let found = keys.place(of: id, in: tree) else { return nil }
    place = found
    return tree.row(at: found)
  }
}

extension DerivedProperty where Value == RowCell? {
  /// Makes the property of one cell of a collection.
  ///
  /// Not generic: each change of the collection asks all of them, and where the runtime alone knows the types it would look up
  /// three for each, that of an optional cell twice.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - label: the name or place.
  ///   - areSame: compares the elements of two cells. A cell that stays is not compared: its element is the same.
  ///   - look: finds the cell.
  @usableFromInline
  convenience init(
    in collection: UntypedProperty, _ label: Label,
    unless areSame: @escaping (RowCell, RowCell) -> Bool, _ look: @escaping () -> RowCell?
  ) {
    self.init(following: collection, label, RowCell.comparison(areSame), look)
  }
}
