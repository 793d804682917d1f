// Deriving bound values from others.
extension Bound {
  /// Returns a bound value of a part of the value.
  ///
  /// - Parameter keyPath: the path to the part.
  /// - Returns: the bound part.
  public func map<Part>(_ keyPath: WritableKeyPath<Value, Part>) -> Bound<Part> {
    let place = place.map { AnyHashable(BoundPlace(in: $0, keyPath)) }
    return Bound<Part>(place: place, get: { get()[keyPath: keyPath] }) { part in
      var whole = get()
      whole[keyPath: keyPath] = part
      set(whole)
    }
  }

  /// Returns a bound value that converts the value in both directions.
  ///
  ///     let level = scope.bound(Sound.volume).map(to: { Double($0) }, from: { Int($0) })
  ///     // A bound optional as a nonoptional: nil is read as "", and never written.
  ///     let nickname = scope.bound(Profile.nickname).map(to: { $0 ?? "" }, from: { $0 })
  ///
  /// A control that has written a value shows the result of both conversions. So a field whose text
  /// is converted to a number loses a text that is not a number yet: bind such a field to a text, and
  /// derive the number.
  ///
  /// - Parameters:
  ///   - forward: converts the source's value for a reader.
  ///   - backward: converts a written value for the source.
  /// - Returns: a bound value with the same source.
  public func map<Other>(
    to forward: @escaping (Value) -> Other, from backward: @escaping (Other) -> Value
  ) -> Bound<Other> {
    Bound<Other>(get: { forward(get()) }) { set(backward($0)) }
  }
}
