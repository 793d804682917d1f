import Observation
import UpkeepScope

/// The root object of the key paths of all bindings to bound values.
///
/// SwiftUI itself creates the binding `Bindable(root)[dynamicMember: \.[place]]`. Such bindings are
/// equal if their places are equal, and a write carries its animation. Neither is true of a
/// `Binding(get:set:)`.
final class BindingRoot: Observable, Sendable {
  static let shared = BindingRoot()

  /// The value at a place.
  subscript<Value>(place: BindingPlace<Value>) -> Value {
    get { place.bound.value }
    set { place.bound.value = newValue }
  }
}

/// A bound value as the index of a key path.
///
/// Two places are equal if their bound values read and write the same value.
struct BindingPlace<Value>: Hashable {
  let bound: Bound<Value>
  private let place: AnyHashable

  /// Creates the place of a bound value.
  ///
  /// A bound value without a place is equal to no other.
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
