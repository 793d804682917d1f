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
    let element = RowElement(collection, id, element)
    return Bound(place: BoundPlace(collection, id), get: { element.value }) { element.value = $0 }
  }
}

/// The element of a row.
///
/// After its removal from the collection it keeps its last value.
private final class RowElement<ID: Hashable, Element> {
  private let id: ID
  private let collection: StoredCollection<ID, Element>
  private let element: Property<Element?>
  private var last: Element

  init(_ collection: StoredCollection<ID, Element>, _ id: ID, _ element: Element) {
    self.id = id
    self.collection = collection
    self.element = collection.element(id)
    last = element
  }

  var value: Element {
    get {
      if let now = element.value { last = now }
      return last
    }
    set { collection.update(id) { $0 = newValue } }
  }
}
