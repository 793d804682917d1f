public import UpkeepScope

extension Store where Action: BindableAction<State> {
  /// Returns a field that can be read, and whose writing is the store's binding action: what a
  /// control is given.
  ///
  /// A field whose value is not `Equatable` and `Sendable`, and one of a store that was narrowed,
  /// is written without an action.
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - animation: what a user interface is to make of the change: `animation`.
  /// - Returns: what keeps the store.
  public func bound<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, animation: Any? = nil
  ) -> Bound<Value> {
    bound(field, animation: animation) { .binding(.set(field, $0)) }
  }
}
