// Into fields that are optional, of what is not.
extension Hook {
  /// Assigns what it hears to an optional field.
  ///
  /// - Parameters:
  ///   - name: its name in traces and tests.
  ///   - changes: the values to hear.
  ///   - field: where it goes.
  ///   - store: the store of the field.
  ///   - animation: the animation of the change in a user interface.
  public init<State, Action, Value>(
    _ name: String, _ changes: Changes<Value>, to field: WritableKeyPath<State, Value?>,
    of store: StoreContext<State, Action>, animation: Any? = nil
  ) {
    self.init(name, changes) { store.set(field, $0, animation: animation) }
  }

  /// Assigns what it hears to an optional field.
  ///
  /// - Parameters:
  ///   - name: its name in traces and tests.
  ///   - sequence: the values to hear.
  ///   - field: where it goes.
  ///   - store: the store of the field.
  ///   - animation: the animation of the change in a user interface.
  public init<State, Action, Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements, to field: WritableKeyPath<State, Elements.Element?>,
    of store: StoreContext<State, Action>, animation: Any? = nil
  ) where Elements.AsyncIterator: SendableMetatype {
    self.init(name, sequence) { store.set(field, $0, animation: animation) }
  }
}
