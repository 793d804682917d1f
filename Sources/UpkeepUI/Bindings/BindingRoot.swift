import Observation
import UpkeepScope

/// The one object of which every binding to a bound value is a key path.
///
/// `Bindable(root)[dynamicMember: \.[place]]` is a binding that SwiftUI makes by itself: two of
/// equal places are equal, and a write carries its animation, neither of which a
/// `Binding(get:set:)` has.
final class BindingRoot: Observable, Sendable {
  static let shared = BindingRoot()

  /// The value at a place.
  subscript<Value>(place: BindingPlace<Value>) -> Value {
    get { place.bound.value }
    set { place.bound.value = newValue }
  }
}

/// A bound value as the index of a key path: equal where two read and write the same place.
struct BindingPlace<Value>: Hashable {
  let bound: Bound<Value>
  private let place: AnyHashable

  /// Makes the place of a bound value; of one that says none it is unlike all others.
  init(_ bound: Bound<Value>) {
    self.bound = bound
    place = bound.place ?? AnyHashable(UniquePlace())
  }

  static func == (left: BindingPlace, right: BindingPlace) -> Bool { left.place == right.place }

  func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

private final class UniquePlace: Hashable {
  static func == (left: UniquePlace, right: UniquePlace) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
