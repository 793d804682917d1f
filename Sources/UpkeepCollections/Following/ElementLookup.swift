public import Upkeep

/// Looks up one element of a collection, first at its last known place.
///
/// Elements are compared by the change rule of the collection that was searched last.
@usableFromInline
final class ElementLookup<ID: Hashable, Element> {
  @usableFromInline let id: ID
  // SAFETY: a word, read and written as a whole.
  @usableFromInline @exclusivity(unchecked) var place: UInt64 = 0
  // SAFETY: only the cell's computation replaces the closure, as a whole, and it stores the new one
  // before the old one is released. A caller retains the closure that it has read.
  @usableFromInline @exclusivity(unchecked) var isUnchanged: (Element, Element) -> Bool

  @inlinable
  init(_ id: ID) {
    self.id = id
    isUnchanged = { _, _ in false }
  }

  /// Returns the cell of the element; nil if there is none.
  @inlinable
  func cell(in rows: KeyedArray<ID, Element>) -> RowCell? {
    isUnchanged = rows.isUnchanged
    // A local copy, because `==` of an identity is the program's code.
    var place = place
    defer { self.place = place }
    return rows.row(of: id, at: &place)?.cell
  }

  /// Returns whether two cells have the same element.
  @inlinable
  func areSame(_ old: RowCell, _ new: RowCell) -> Bool {
    isUnchanged(KeyedCell<ID, Element>.of(old).element, KeyedCell<ID, Element>.of(new).element)
  }
}

extension KeyedArray {
  /// Returns the row of an element.
  ///
  /// The search begins at the last known place.
  ///
  /// - Complexity: O(log n), and a lookup by identity only if the element has left that place.
  @inlinable
  func row(of id: ID, at place: inout UInt64) -> Row? {
    if let row = tree.row(at: place), row.id(as: ID.self) == id { return row }
    guard let found = keys.place(of: id, in: tree) else { return nil }
    place = found
    return tree.row(at: found)
  }
}

extension DerivedProperty where Value == RowCell? {
  /// Creates the property of one cell of a collection.
  ///
  /// The initializer is not generic, because each change of the collection checks all such
  /// properties. In generic code, the runtime would look up three types for each property, the type
  /// of an optional cell twice.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - label: the name or place.
  ///   - areSame: compares the elements of two cells. An unchanged cell is not compared.
  ///   - look: returns the cell.
  @usableFromInline
  convenience init(
    in collection: UntypedProperty, _ label: Label,
    unless areSame: @escaping (RowCell, RowCell) -> Bool, _ look: @escaping () -> RowCell?
  ) {
    self.init(following: collection, label, RowCell.comparison(areSame), look)
  }
}
