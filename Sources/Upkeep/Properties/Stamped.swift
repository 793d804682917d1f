/// A value of a property together with its version.
///
/// Versions show whether two values are the same one, even if no rule can compare them.
struct Stamped<Value> {
  let value: Value
  let version: Version

  init(_ value: Value, _ version: Version) {
    self.value = value
    self.version = version
  }

  /// Takes the current value of a property without depending on it.
  init(peekingAt property: Property<Value>) {
    version = property.freshVersion()
    value = property.current
  }

  /// Takes the current value of a property, and makes the running computation depend on it.
  init(following property: Property<Value>) {
    version = property.follow()
    value = property.current
  }
}
