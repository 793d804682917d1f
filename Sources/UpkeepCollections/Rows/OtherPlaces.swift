/// The places in a value of a collection that the collection's index does not follow.
///
/// An element of the value is at the place that is listed here or, if none is listed, at its place
/// in the followed value. The list begins with the differences between the two values. Afterwards
/// the first place that an element loses in the followed value is listed: it is the place from the
/// beginning, which both values share unless the other value has no such element.
@usableFromInline
final class OtherPlaces<ID: Hashable> {
  // SAFETY: touched only by a thread that has taken the index.
  @exclusivity(unchecked) private var places = PlaceTable<ID>()
  /// The root of the value.
  private weak var root: RowNode?
  /// The address of the root, which another node may have later.
  private var address: ObjectIdentifier?
  /// The edits of the root when it was noted: a root may change in place.
  private var edits = 0
  /// The number of the value's rows.
  private let count: Int

  /// Lists the places in a value that differ from those in the followed one.
  ///
  /// - Complexity: O(k log n) for k rows that differ, if one value follows from the other.
  init(in tree: RowTree, unlike followed: RowTree) {
    count = tree.count
    withExtendedLifetime((followed, tree)) {
      for change in RowDifference(from: followed, to: tree).changes
      where !change.keepsIdentity(ID.self) {
        if let new = change.new { add(new.id(as: ID.self), at: new.place) }
      }
    }
    note(tree)
  }

  /// Whether the value is gone.
  var isGone: Bool { root == nil }

  /// Whether there are so many places that it is better to list them anew.
  ///
  /// Some may be of elements that the value never had.
  var isLong: Bool { places.count > 2 * (64 + count) }

  /// Notes the value: it has each element at the same place as before.
  func note(_ tree: RowTree) {
    root = tree.root
    address = tree.root.map(ObjectIdentifier.init)
    edits = tree.root?.head.pointee.edits ?? 0
  }

  /// Returns whether these are the places in a value.
  func areIn(_ tree: RowTree) -> Bool {
    guard let root = tree.root, address == ObjectIdentifier(root) else { return false }
    return edits == root.head.pointee.edits && self.root === root
  }

  /// Returns the listed place of an element, if the value has the element there.
  func place(of id: ID, in tree: RowTree) -> UInt64? {
    guard let place = places[id], let row = tree.row(at: place), row.id(as: ID.self) == id else {
      return nil
    }
    return place
  }

  /// Lists a place that an element has lost in the followed value, unless a place is listed.
  func add(_ id: ID, at place: UInt64) {
    if id == id, places[id] == nil { places.set(place, for: id) }
  }
}
