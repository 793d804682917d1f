public import UpkeepScope

extension Store where Action: BindableAction<State> {
  /// Returns a readable and writable field, whose writes send the store's binding action.
  ///
  /// Give the field to a control. A write sends no action if the value is not both `Equatable` and
  /// `Sendable`, or if the store was narrowed without actions of its own.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - animation: The animation of a write, for user interfaces: see `animation`.
  /// - Returns: A bound value, which retains the store.
  @_documentation(visibility: internal)
  public func bound<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, animation: Any? = nil
  ) -> Bound<Value> {
    let bound = bound(field, animation: animation) { .binding(.set(field, $0)) }
    // The action depends on the field alone, so all bound values of the field share a place.
    let place =
      animation == nil ? BoundPlace(in: BoundPlace(source, field), "binding action") : nil
    return Bound(place: place, get: { bound.value }) { bound.value = $0 }
  }
}
