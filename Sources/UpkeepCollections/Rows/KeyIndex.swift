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
/// index lists the places in which that value differs, for up to `mostOthers` values that still
/// exist. If nothing else has the followed value any more, a lookup makes the index follow another
/// one. Values may be on several threads: a lookup waits while another thread uses the index, and
/// searches the rows if that takes longer than a search.
@usableFromInline
final class KeyIndex<ID: Hashable> {
  // SAFETY: these are touched only after `use` was taken, or before the index is shared. The tree
  // and the root are read and replaced as a whole.
  @usableFromInline @exclusivity(unchecked) var places = PlaceTable<ID>()
  @usableFromInline @exclusivity(unchecked) var tree: RowTree?
  /// The places in other values, in the order in which they were listed.
  @usableFromInline @exclusivity(unchecked) var others: ContiguousArray<OtherPlaces<ID>> = []
  /// The rows that edits have passed over to go from one value to another.
  @usableFromInline @exclusivity(unchecked) var detours = 0
  // SAFETY: allocated for this object alone, and freed with it. An atomic word needs a stable
  // address.
  @usableFromInline let use: UnsafeMutablePointer<UInt64>

  @inlinable
  init() {
    use = .allocate(capacity: 1)
    use.initialize(to: 0)
  }

  deinit { use.deallocate() }

  /// The maximum number of other values whose places are listed.
  private static var mostOthers: Int { 8 }

  /// Takes the index for the calling thread.
  ///
  /// - Parameter tree: the rows of a value. If another thread uses the index, this waits for about
  ///   as long as a search of them would take.
  /// - Returns: whether the index was taken.
  @inlinable
  func take(for tree: RowTree) -> Bool { upkeep_word_take(use) || takeLater(for: tree) }

  @usableFromInline @inline(never)
  func takeLater(for tree: RowTree) -> Bool {
    upkeep_word_await(use, UInt64(min(tree.count / 32, 256) + 16))
  }

  /// Returns the place of an element in a value of the collection.
  @inlinable
  func place(of id: ID, in tree: RowTree) -> UInt64? {
    guard take(for: tree) else { return search(for: id, in: tree) }
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
  /// - Complexity: O(log n) after the first such lookup in the value, which compares it with the
  ///   followed value.
  @usableFromInline
  func placeElsewhere(of id: ID, in tree: RowTree) -> UInt64? {
    if tree.isEmpty { return nil }
    let other = others.first { $0.areIn(tree) } ?? listOther(tree)
    return other.place(of: id, in: tree)
  }

  /// Lists the places in another value.
  private func listOther(_ tree: RowTree) -> OtherPlaces<ID> {
    let other = OtherPlaces<ID>(in: tree, unlike: self.tree ?? RowTree())
    forgetGoneOthers()
    if others.count == Self.mostOthers { others.removeFirst() }
    others.append(other)
    return other
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
    guard take(for: tree) else {
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
    guard take(for: new) else { return }
    defer { upkeep_word_give(use) }
    if tree != nil { follow(new) }
    if !others.isEmpty { forgetGoneOthers() }
  }

  /// Updates the index to a value after an edit of one row.
  ///
  /// - Returns: false if the value needs an index of its own: two values are edited in turn, and
  ///   this index has gone to and fro between them at the cost of a new one.
  @inlinable
  func followEdit(to new: RowTree) -> Bool {
    guard take(for: new) else { return true }
    defer { upkeep_word_give(use) }
    if tree == nil { return true }
    // If nothing else has the followed value any more, this is the way on, and no detour.
    let isDetour = tree?.isShared() == true
    let rows = follow(new)
    if !others.isEmpty { forgetGoneOthers() }
    return !isDetour || rows <= 16 || isWorthFollowing(new, rows)
  }

  /// Adds the rows of a detour; returns false if all detours together have reached a new index.
  ///
  /// Then this index begins anew, and retains no elements until the next lookup.
  @usableFromInline
  func isWorthFollowing(_ tree: RowTree, _ rows: Int) -> Bool {
    detours += rows
    if detours < 2 * tree.count { return true }
    keepWayBack()
    places = PlaceTable()
    (self.tree, others, detours) = (nil, [], 0)
    return false
  }

  /// Forgets the places in values that are gone.
  @usableFromInline
  func forgetGoneOthers() { others.removeAll { $0.isGone } }

  /// Lists the places that elements lose in the followed value.
  @usableFromInline
  func keepPlacesOfOthers(_ changes: [RowChange]) {
    forgetGoneOthers()
    for other in others {
      for change in changes {
        if let old = change.old { other.add(old.id(as: ID.self), at: old.place) }
      }
    }
    others.removeAll(where: \.isLong)
  }

  /// Replaces a row of a value by one with the same identity at the same place, and updates the
  /// index to the new value.
  ///
  /// The index does not retain the value meanwhile, so that a tree that has no other owner changes
  /// in place.
  ///
  /// - Returns: false if the row at this place has another cell than the given one.
  @usableFromInline
  func replace(_ old: RowCell, by row: Row, in value: inout RowTree) -> Bool {
    guard take(for: value) else { return value.replace(old, by: row) }
    defer { upkeep_word_give(use) }
    guard tree?.isIdentical(to: value) == true else {
      // The new value has each element at the same place.
      let other = others.first { $0.areIn(value) }
      defer { other?.note(value) }
      return value.replace(old, by: row)
    }
    if OperatorUndo.isOpen { keepWayBack() }
    tree = RowTree()
    defer {
      tree = value
      if !others.isEmpty { forgetGoneOthers() }
    }
    return value.replace(old, by: row)
  }

  /// Updates the index to another value of the collection.
  ///
  /// - Returns: the number of changes from value to value; 0 if the index is new.
  @inlinable @discardableResult
  func follow(_ new: RowTree) -> Int {
    let old = tree ?? RowTree()
    if tree != nil, old.isIdentical(to: new) { return 0 }
    keepWayBack()
    tree = new
    if old.isEmpty {
      places.reserveCapacity(new.count)
      new.visitRows { place, cell in add(cell.id(as: ID.self), at: place) }
      return 0
    }
    let difference = RowDifference(from: old, to: new)
    // Identities are released last, with the old tree: a `deinit` may use the index.
    return withExtendedLifetime((old, difference)) {
      // An equal identity may be another object, which the index lets go with its element.
      let mayStay = _isPOD(ID.self) || difference.changes.count == 1
      let changes = difference.changes.filter { !mayStay || !$0.keepsIdentity(ID.self) }
      if !others.isEmpty { keepPlacesOfOthers(changes) }
      for change in changes {
        if let old = change.old { places.remove(old.id(as: ID.self)) }
      }
      for change in changes {
        if let new = change.new { add(new.id(as: ID.self), at: new.place) }
      }
      return difference.changes.count
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
        others = []
      }
      return gone as Any
    }
  }
}
