public import Upkeep
public import UpkeepThread

/// The places of a collection's elements by identity: made with a collection that is given its elements, which may be
/// there twice, otherwise when somebody first asks; then kept in step by differences.
///
/// All values that a collection has had share one. It follows the one that was asked about last, from the one before it.
/// Values may be on several threads: a question asked while another thread uses the index looks through the rows instead.
@usableFromInline
final class KeyIndex<ID: Hashable> {
  // SAFETY: these two are touched only after `use` was taken, or before anybody else has the index; and the tree is read
  // and replaced as a whole.
  @usableFromInline @exclusivity(unchecked) var places = PlaceTable<ID>()
  @usableFromInline @exclusivity(unchecked) var tree: RowTree?
  // SAFETY: allocated for this object alone, and freed with it: an atomic word needs an address that stays.
  @usableFromInline let use: UnsafeMutablePointer<UInt64>

  @inlinable
  init() {
    use = .allocate(capacity: 1)
    use.initialize(to: 0)
  }

  deinit { use.deallocate() }

  /// The place of an element in a value of the collection.
  @inlinable
  func place(of id: ID, in tree: RowTree) -> UInt64? {
    guard upkeep_word_take(use) else { return search(for: id, in: tree) }
    defer { upkeep_word_give(use) }
    follow(tree)
    return places[id]
  }

  /// The place of an element in a value of the collection, by its cell.
  @inlinable
  func place(of cell: RowCell, in tree: RowTree) -> UInt64? {
    place(of: Self.id(of: cell), in: tree)
  }

  /// The place of an element, without what is known.
  @usableFromInline
  func search(for id: ID, in tree: RowTree) -> UInt64? {
    tree.first { $0.id(as: ID.self) == id }?.place
  }

  /// Makes the places of a first value, before anybody else has the index.
  ///
  /// - Returns: whether no identity is in it twice.
  @inlinable
  func begin(with tree: RowTree) -> Bool {
    follow(tree)
    return places.count == tree.count
  }

  /// Follows the collection to its next value, if somebody has ever asked: what is gone from it is not kept.
  @inlinable
  func followIfUsed(_ new: RowTree) {
    guard upkeep_word_take(use) else { return }
    if tree != nil { follow(new) }
    upkeep_word_give(use)
  }

  /// Follows the collection to a value that has the same identities at the same places.
  @inlinable
  func followEqual(from old: RowTree, to new: RowTree) {
    guard upkeep_word_take(use) else { return }
    defer { upkeep_word_give(use) }
    guard let tree, tree.isIdentical(to: old) else { return }
    if OperatorState.mayGoBack { keepWayBack() }
    self.tree = new
  }

  /// Follows the collection to another value.
  @inlinable
  func follow(_ new: RowTree) {
    let old = tree ?? RowTree()
    if tree != nil, old.isIdentical(to: new) { return }
    keepWayBack()
    tree = new
    if old.isEmpty {
      places.reserveCapacity(new.count)
      new.visitRows { place, cell in add(Self.id(of: cell), at: place) }
      return
    }
    let difference = RowDifference(from: old, to: new)
    // Identities go with the old tree, when all is done: one may have a `deinit` that comes back here.
    withExtendedLifetime((old, difference)) {
      if difference.removed.count == 1, difference.inserted.count == 1 {
        let (gone, come) = (difference.removed[0], difference.inserted[0])
        if gone.place == come.place, gone.id(as: ID.self) == come.id(as: ID.self) { return }
      }
      for row in difference.removed { places.remove(row.id(as: ID.self)) }
      for row in difference.inserted { add(row.id(as: ID.self), at: row.place) }
    }
  }

  /// Notes the place of an element.
  @inlinable
  func add(_ id: ID, at place: UInt64) {
    // One that is not equal to itself would never be found, and never go.
    if id == id { places.set(place, for: id) }
  }

  @inlinable
  static func id(of cell: RowCell) -> ID {
    // SAFETY: a collection is made of cells of its own types.
    unsafeDowncast(cell, to: IdentifiedCell<ID>.self).id
  }

  /// Called before another tree is followed: an undone transaction leads back to this one, which goes when the turn has
  /// ended.
  @usableFromInline
  func keepWayBack() {
    let before = tree
    before?.releaseLater()
    guard OperatorState.mayGoBack else { return }
    OperatorState.onRollback { [self] in
      // Another thread uses it now: the next question leads it on from there.
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
