import Observation

/// An observable value.
@Observable
final class ObservedValue: ValueHolder {
  var value: Int

  init(_ value: Int) { self.value = value }

  /// Takes a computed value if it is new.
  func settle(_ new: Int) {
    // The stored property is compared: this read must not be tracked.
    if new != _value { value = new }
  }
}
