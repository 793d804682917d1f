import Upkeep
import UpkeepCollections
public import UpkeepScope

/// A row of a list on screen: one element of a collection, by its identity.
public struct CollectionRow<ID: Hashable, Element>: Identifiable {
  /// The identity of the element.
  public let id: ID
  let collection: StoredCollection<ID, Element>
  /// The element as it was when the rows were asked for.
  let element: Element

  /// The element, to read and to write, wherever it is in the collection.
  ///
  /// A reader of the value follows that element alone. When it has gone the value is the last one, and writing does
  /// nothing. To write an element of another identity is reported as a mistake, and does nothing.
  public var bound: Bound<Element> {
    let element = RowElement(collection, id, element)
    return Bound(place: BoundPlace(collection, id), get: { element.value }) { element.value = $0 }
  }
}

/// The element of a row, which stays as it was when it has gone from the collection.
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
