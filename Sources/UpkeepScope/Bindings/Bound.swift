/// A readable and writable value stored elsewhere, for a control.
///
///     let name = scope.bound(Profile.name)
///     name.value += "!"
///
/// Reading the value reads its source and is tracked.
public struct Bound<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  /// Equal for bound values that access the same place in the same way; nil if that is unknown.
  package let place: AnyHashable?

  /// Makes a bound value from two closures.
  ///
  /// - Parameters:
  ///   - get: reads the value.
  ///   - set: writes the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(place: nil, get: get, set: set)
  }

  package init(
    place: AnyHashable?, get: @escaping () -> Value, set: @escaping (Value) -> Void
  ) {
    self.place = place
    self.get = get
    self.set = set
  }

  /// The value.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
