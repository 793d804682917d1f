internal import Upkeep
public import UpkeepThread

/// The index of a collection: the place of each element by its identity.
///
/// A collection that is built from elements creates its index at once, because identities may be
/// duplicate. Other collections create theirs on the first lookup. Differences then update the
/// index.
///
/// All values of a collection share one index, which follows the collection's edits. A lookup in
/// another value tries the place in the followed value first. If the element is not there, the
/// index lists the places of that value beside its own, until such a lookup in a third value, or an
/// edit after that value is gone. If nothing else has the followed value any more, a lookup makes
/// the index follow another one. Values may be on several threads: a lookup while another thread
/// uses the index searches the rows instead.
@usableFromInline
final class KeyIndex<ID: Hashable> {
  // SAFETY: these are touched only after `use` was taken, or before the index is shared. The tree
  // and the root are read and replaced as a whole.
  @usableFromInline @exclusivity(unchecked) var places = PlaceTable<ID>()
  @usableFromInline @exclusivity(unchecked) var tree: RowTree?
  /// The places in another value, and its root, which is not retained.
  @usableFromInline @exclusivity(unchecked) var otherPlaces = PlaceTable<ID>()
  @usableFromInline @exclusivity(unchecked) weak var otherRoot: RowNode?
  /// The edits of `otherRoot` when its places were listed: a root may change in place.
  @usableFromInline @exclusivity(unchecked) var otherEdits = 0
  // SAFETY: allocated for this object alone, and freed with it. An atomic word needs a stable
  // address.
  @usableFromInline let use: UnsafeMutablePointer<UInt64>

  @inlinable
  init() {
    use = .allocate(capacity: 1)
    use.initialize(to: 0)
  }

  deinit { use.deallocate() }

  /// Returns the place of an element in a value of the collection.
  @inlinable
  func place(of id: ID, in tree: RowTree) -> UInt64? {
    guard upkeep_word_take(use) else { return search(for: id, in: tree) }
    defer { upkeep_word_give(use) }
    if self.tree?.isIdentical(to: tree) == true { return places[id] }
    if self.tree?.isShared() != true {
      follow(tree)
      return places[id]
    }
    if let place = places[id], let row = tree.row(at: place), row.id(as: ID.self) == id {
      return place
    }
    return placeElsewhere(of: id, in: tree)
  }

  /// Returns the place of an element in a value that the index does not follow.
  ///
  /// - Complexity: O(1) after the first such lookup in the value, which is O(n).
  @usableFromInline
  func placeElsewhere(of id: ID, in tree: RowTree) -> UInt64? {
    if tree.isEmpty { return nil }
    if !listsPlaces(of: tree) {
      otherPlaces = PlaceTable()
      otherPlaces.reserveCapacity(tree.count)
      for row in tree {
        let id = row.id(as: ID.self)
        if id == id { otherPlaces.set(row.place, for: id) }
      }
      noteOther(tree)
    }
    return otherPlaces[id]
  }

  /// Whether the other places are those of a value.
  private func listsPlaces(of tree: RowTree) -> Bool {
    guard let root = tree.root else { return false }
    return otherRoot === root && otherEdits == root.head.pointee.edits
  }

  /// Notes the value whose places are the other places.
  private func noteOther(_ tree: RowTree) {
    otherRoot = tree.root
    otherEdits = tree.root?.head.pointee.edits ?? 0
  }

  /// Returns the place of an element in a value of the collection, by its cell.
  @inlinable
  func place(of cell: RowCell, in tree: RowTree) -> UInt64? {
    place(of: cell.id(as: ID.self), in: tree) ?? searchIfUnequal(for: cell, in: tree)
  }

  /// Returns the place of an element in the next value of an operator's source, by its cell.
  ///
  /// The index follows that value.
  @inlinable
  func place(of cell: RowCell, following tree: RowTree) -> UInt64? {
    let id = cell.id(as: ID.self)
    guard upkeep_word_take(use) else {
      return search(for: id, in: tree) ?? searchIfUnequal(for: cell, in: tree)
    }
    defer { upkeep_word_give(use) }
    follow(tree)
    return places[id] ?? searchIfUnequal(for: cell, in: tree)
  }

  /// Searches the rows for a cell whose identity is not equal to itself, which no index finds.
  ///
  /// - Complexity: O(n) for such a cell.
  @usableFromInline
  func searchIfUnequal(for cell: RowCell, in tree: RowTree) -> UInt64? {
    let id = cell.id(as: ID.self)
    return id == id ? nil : tree.first { $0.cell === cell }?.place
  }

  /// Searches the rows for the place of an element, without the index.
  @usableFromInline
  func search(for id: ID, in tree: RowTree) -> UInt64? {
    tree.first { $0.id(as: ID.self) == id }?.place
  }

  /// Indexes the first value, before the index is shared.
  ///
  /// - Returns: whether all identities are distinct.
  @inlinable
  func begin(with tree: RowTree) -> Bool {
    follow(tree)
    return places.count == tree.count
  }

  /// Updates the index to the collection's next value, if there has been a lookup.
  ///
  /// The index does not retain removed elements.
  @inlinable
  func followIfUsed(_ new: RowTree) {
    guard upkeep_word_take(use) else { return }
    defer { upkeep_word_give(use) }
    if tree != nil { follow(new) }
    if otherPlaces.count > 0 { forgetOtherPlacesIfGone() }
  }

  /// Forgets the places in another value, if that value is gone.
  @usableFromInline
  func forgetOtherPlacesIfGone() {
    if otherRoot == nil { otherPlaces = PlaceTable() }
  }

  /// Replaces a row of a value by one with the same identity at the same place, and updates the
  /// index to the new value.
  ///
  /// The index does not retain the value meanwhile, so that a tree that has no other owner changes
  /// in place.
  @usableFromInline
  func replace(_ row: Row, in value: inout RowTree) {
    guard upkeep_word_take(use) else { return value.replace(row) }
    defer { upkeep_word_give(use) }
    guard tree?.isIdentical(to: value) == true else {
      // The new value has each element at the same place.
      let isListed = listsPlaces(of: value)
      value.replace(row)
      if isListed { noteOther(value) }
      return
    }
    if OperatorUndo.isOpen { keepWayBack() }
    tree = RowTree()
    value.replace(row)
    tree = value
    if otherPlaces.count > 0 { forgetOtherPlacesIfGone() }
  }

  /// Updates the index to another value of the collection.
  @inlinable
  func follow(_ new: RowTree) {
    let old = tree ?? RowTree()
    if tree != nil, old.isIdentical(to: new) { return }
    keepWayBack()
    tree = new
    if old.isEmpty {
      places.reserveCapacity(new.count)
      new.visitRows { place, cell in add(cell.id(as: ID.self), at: place) }
      return
    }
    let difference = RowDifference(from: old, to: new)
    // Identities are released last, with the old tree: a `deinit` may use the index.
    withExtendedLifetime((old, difference)) {
      if difference.removed.count == 1, difference.inserted.count == 1 {
        let (gone, come) = (difference.removed[0], difference.inserted[0])
        if gone.place == come.place, gone.id(as: ID.self) == come.id(as: ID.self) { return }
      }
      for row in difference.removed { places.remove(row.id(as: ID.self)) }
      for row in difference.inserted { add(row.id(as: ID.self), at: row.place) }
    }
  }

  /// Adds an element's place.
  @inlinable
  func add(_ id: ID, at place: UInt64) {
    // An identity that is not equal to itself could neither be found nor removed.
    if id == id { places.set(place, for: id) }
  }

  /// Records the current tree before the index follows another one.
  ///
  /// A rollback returns the index to this tree. The tree is released at the end of the turn.
  @usableFromInline
  func keepWayBack() {
    let before = tree
    before?.releaseLater()
    guard OperatorUndo.isOpen else { return }
    OperatorUndo.onRollback { [self] in
      // Another thread is using the index: the next lookup updates it.
      guard upkeep_word_take(use) else { return self }
      defer { upkeep_word_give(use) }
      let gone = tree
      if let before {
        follow(before)
      } else {
        tree = nil
        places = PlaceTable()
      }
      return gone as Any
    }
  }
}
