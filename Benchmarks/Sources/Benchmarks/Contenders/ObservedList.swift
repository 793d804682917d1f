import Observation

/// An observable list.
@Observable
final class ObservedList {
  var value: List

  init(_ value: List) { self.value = value }
}
