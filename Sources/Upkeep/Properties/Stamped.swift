/// A value of a property, and the version under which that had it.
///
/// The version tells two values apart, or that they are one, where no rule can.
struct Stamped<Value> {
  let value: Value
  let version: Version

  init(_ value: Value, _ version: Version) {
    self.value = value
    self.version = version
  }

  /// The present value of a property, without depending on it.
  init(peekingAt property: Property<Value>) {
    version = property.freshVersion()
    value = property.current
  }

  /// The present value of a property, with depending on it.
  init(following property: Property<Value>) {
    version = property.follow()
    value = property.current
  }
}
