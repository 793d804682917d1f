// Making others of it.
extension Bound {
  /// A part of the value that can be read and written.
  ///
  /// - Parameter keyPath: the way to it.
  /// - Returns: a bound value of that part.
  public func map<Part>(_ keyPath: WritableKeyPath<Value, Part>) -> Bound<Part> {
    let place = place.map { AnyHashable(BoundPlace(in: $0, keyPath)) }
    return Bound<Part>(place: place, get: { get()[keyPath: keyPath] }) { part in
      var whole = get()
      whole[keyPath: keyPath] = part
      set(whole)
    }
  }

  /// The value as something else, which can be read and written.
  ///
  ///     let text = scope.bound(Profile.age).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
  ///     // An optional value as one that is not: nil is read as something else, and not written.
  ///     let nickname = scope.bound(Profile.nickname).map(to: { $0 ?? "" }, from: { $0 })
  ///
  /// - Parameters:
  ///   - forward: makes the value to read of the bound one.
  ///   - backward: makes the bound value of the one that is written.
  /// - Returns: a bound value of the same source.
  public func map<Other>(
    to forward: @escaping (Value) -> Other, from backward: @escaping (Other) -> Value
  ) -> Bound<Other> {
    Bound<Other>(get: { forward(get()) }) { set(backward($0)) }
  }
}
