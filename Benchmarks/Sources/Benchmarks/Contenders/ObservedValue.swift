import Observation

/// An observable value.
@Observable
final class ObservedValue: ValueHolder {
  var value: Int

  init(_ value: Int) { self.value = value }

  /// Takes a computed value, if it is a new one.
  func settle(_ new: Int) {
    // The stored property: the comparison is not a read that anyone should be told about.
    if new != _value { value = new }
  }
}
