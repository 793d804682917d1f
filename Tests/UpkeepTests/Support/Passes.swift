/// Counts the values that pass through it.
///
///     let runs = Passes()
///     let derived = DerivedProperty { runs.pass(stored.value) }
final class Passes {
  var count = 0

  func pass<Value>(_ value: Value) -> Value {
    count += 1
    return value
  }
}
