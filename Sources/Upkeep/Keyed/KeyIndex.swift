/// The places of a collection's elements by identity: made when somebody first asks, then kept in step by differences.
///
/// All values that a collection has had share one. It follows the one that was asked about last, from the one before it.
@usableFromInline
final class KeyIndex<ID: Hashable> {
  @usableFromInline var places: [ID: UInt64] = [:]
  // SAFETY: read and replaced as a whole.
  @usableFromInline @exclusivity(unchecked) var tree: RowTree?

  @inlinable
  init() {}

  /// The place of an element in a value of the collection.
  @inlinable
  func place(of id: ID, in tree: RowTree) -> UInt64? {
    follow(tree)
    return places[id]
  }

  /// The place of an element in a value of the collection, by its cell.
  @inlinable
  func place(of cell: RowCell, in tree: RowTree) -> UInt64? {
    // SAFETY: a collection is made of cells of its own types.
    place(of: unsafeDowncast(cell, to: IdentifiedCell<ID>.self).id, in: tree)
  }

  /// Follows the collection to its next value, if somebody has ever asked: what is gone from it is not kept.
  @inlinable
  func followIfUsed(_ tree: RowTree) {
    if self.tree != nil { follow(tree) }
  }

  /// Follows the collection to a value that has the same identities at the same places.
  @inlinable
  func followEqual(from old: RowTree, to new: RowTree) {
    guard let tree, tree.isIdentical(to: old) else { return }
    if Context.current.journal != nil { keepWayBack() }
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
      for row in new { add(row) }
      return
    }
    let difference = RowDifference(from: old, to: new)
    // Identities go with the old tree, when all is done: one may have a `deinit` that comes back here.
    withExtendedLifetime((old, difference)) {
      if difference.removed.count == 1, difference.inserted.count == 1 {
        let (gone, come) = (difference.removed[0], difference.inserted[0])
        if gone.place == come.place, gone.id(as: ID.self) == come.id(as: ID.self) { return }
      }
      for row in difference.removed { places.removeValue(forKey: row.id(as: ID.self)) }
      for row in difference.inserted { add(row) }
    }
  }

  /// Notes the place of a row.
  @inlinable
  func add(_ row: Row) {
    let id = row.id(as: ID.self)
    // One that is not equal to itself would never be found, and never go.
    if id == id { places[id] = row.place }
  }

  /// Called before another tree is followed: an undone transaction leads back to this one, which goes when the turn has
  /// ended.
  @usableFromInline
  func keepWayBack() {
    let context = Context.current
    let before = tree
    before?.releaseLater(context)
    context.journal?.onRollback(context) { [self] _ in
      let gone = tree
      if let before {
        follow(before)
      } else {
        (tree, places) = (nil, [:])
      }
      return gone as Any
    }
  }
}
