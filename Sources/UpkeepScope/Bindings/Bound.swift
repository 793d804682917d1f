/// A value somewhere else that can be read and written, to give to a control.
///
///     let name = scope.bound(Profile.name)
///     name.value += "!"
///
/// Reading it reads its source, and is tracked.
public struct Bound<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  /// Equal in two that read and write the same place in the same way; nil where nobody can tell.
  package let place: AnyHashable?

  /// Makes one from two closures.
  ///
  /// - Parameters:
  ///   - get: reads the value.
  ///   - set: writes it.
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
