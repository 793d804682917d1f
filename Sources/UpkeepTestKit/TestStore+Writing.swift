import UpkeepStore

// Writes by the test itself.
extension TestStore {
  /// A field of the state.
  ///
  /// A write by the test is an expected change, without an action.
  ///
  ///     store.draft = "Hello"                           // and nothing else changes
  ///     try await store.change { $0.isLong = false }    // a hook's answer to it
  ///
  /// - Parameter field: the key path of the field.
  public subscript<Value>(dynamicMember field: WritableKeyPath<State, Value>) -> Value {
    get { store.state[keyPath: field] }
    set {
      isWriting = true
      store.write { $0[keyPath: field] = newValue }
      isWriting = false
    }
  }
}
