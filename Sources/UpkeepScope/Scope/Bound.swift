/// A value somewhere else that can be read and written: what a control is given.
///
///     let name = scope.bound(Profile.name)
///     name.value += "!"
///
/// Reading it is reading what it is bound to, and tracked.
public struct Bound<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

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

  /// A part of the value that can be read and written.
  ///
  /// - Parameter keyPath: the way to it.
  /// - Returns: what is bound to that.
  public func map<Part>(_ keyPath: WritableKeyPath<Value, Part>) -> Bound<Part> {
    Bound<Part>(get: { get()[keyPath: keyPath] }) { part in
      var whole = get()
      whole[keyPath: keyPath] = part
      set(whole)
    }
  }
}
