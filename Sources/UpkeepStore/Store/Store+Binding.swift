public import UpkeepScope

extension Store where Action: BindableAction<State> {
  /// Returns a field that can be read, and whose writing is the store's binding action, to give to
  /// a control.
  ///
  /// A field whose value is not `Equatable` and `Sendable`, and one of a store that was narrowed,
  /// is written without an action.
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - animation: the animation of the change in a user interface: `animation`.
  /// - Returns: a bound value, which keeps the store.
  @_documentation(visibility: internal)
  public func bound<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, animation: Any? = nil
  ) -> Bound<Value> {
    let bound = bound(field, animation: animation) { .binding(.set(field, $0)) }
    // The action follows from the field, as it does not from any other closure.
    let place =
      animation == nil ? BoundPlace(in: BoundPlace(source, field), "binding action") : nil
    return Bound(place: place, get: { bound.value }) { bound.value = $0 }
  }
}
