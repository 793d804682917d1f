/// The place of a bound value: a path from an object or from another place.
package struct BoundPlace: Hashable {
  private let base: AnyHashable
  private let way: AnyHashable

  /// Makes a place in an object that the bound value keeps, so that its address stays unique.
  package init(_ object: AnyObject, _ way: AnyHashable) {
    self.init(in: ObjectIdentifier(object), way)
  }

  /// Makes a place inside another place.
  package init(in base: AnyHashable, _ way: AnyHashable) {
    self.base = base
    self.way = way
  }
}
