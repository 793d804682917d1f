/// The place of a bound value: a path, or another way, from an object or another place.
package struct BoundPlace: Hashable {
  private let base: AnyHashable
  private let way: AnyHashable

  /// Makes one in an object, which the bound value has to keep: no other may take its address.
  package init(_ object: AnyObject, _ way: AnyHashable) {
    self.init(in: ObjectIdentifier(object), way)
  }

  /// Makes one in another place.
  package init(in base: AnyHashable, _ way: AnyHashable) {
    self.base = base
    self.way = way
  }
}
