/// A value somewhere else that can be read and written: what a control is given.
///
///     let name = scope.bound(Profile.name)
///     name.value += "!"
///
/// Reading it is reading what it is bound to, and tracked.
public struct Bound<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  /// Makes one from two closures.
  ///
  /// - Parameters:
  ///   - get: reads the value.
  ///   - set: writes it.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
