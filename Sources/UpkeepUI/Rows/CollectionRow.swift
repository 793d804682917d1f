import Upkeep
import UpkeepCollections
public import UpkeepScope

/// A row of a list on screen: one element of a collection, by its identity.
public struct CollectionRow<ID: Hashable, Element>: Identifiable {
  /// The identity of the element.
  public let id: ID
  let collection: StoredCollection<ID, Element>
  /// The element at the time when the rows were read.
  let element: Element

  /// The element, for reading and writing at its current position.
  ///
  /// A reader follows this element alone. After the removal of the element the value is the last
  /// one, and a write does nothing. Writing an element with another identity is reported as a
  /// mistake, and does nothing.
  public var bound: Bound<Element> {
    let current = collection.element(id)
    var last = element
    return Bound(
      place: BoundPlace(collection, id),
      get: {
        last = current.value ?? last
        return last
      }, set: { [collection, id] new in collection.update(id) { $0 = new } })
  }
}
