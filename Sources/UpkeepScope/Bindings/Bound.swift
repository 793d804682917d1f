/// A value somewhere else that can be read and written, to give to a control.
///
///     let name = scope.bound(Profile.name)
///     name.value += "!"
///
/// Reading it reads its source, and is tracked.
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
