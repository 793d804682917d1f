public import UpkeepScope

extension Store {
  /// Returns a store of one field, whose actions become actions of this one.
  ///
  ///     let counter = store.scope(\.counter) { App.Action.modify($0) }
  ///     counter.send(.increase)
  ///
  /// It keeps this store, and follows that field alone. Reading it costs the same at any depth.
  ///
  /// - Parameters:
  ///   - field: the way to its state.
  ///   - action: makes an action of this store of one of its own.
  /// - Returns: the store.
  @_disfavoredOverload
  public func scope<Part, PartAction>(
    _ field: KeyPath<State, Part>, action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction> {
    Store<Part, PartAction>(FieldSource(source, field, action), end)
  }

  /// Returns a store of one field, with the same actions.
  ///
  /// - Parameter field: the way to its state.
  /// - Returns: the store.
  @_disfavoredOverload
  public func scope<Part>(_ field: KeyPath<State, Part>) -> Store<Part, Action> {
    scope(field) { $0 }
  }

  /// Returns a store of one case of a field, whose actions become actions of this one: of an
  /// optional field `.some`.
  ///
  ///     if let search = store.scope(\.search, case: .some, action: { .search($0) }) { ... }
  ///
  /// When the field is in another case it shows the last value read, its `isPresent` is false, and
  /// actions go to this store as ever. When an `Identifiable` state is replaced by one with another
  /// identity, its `isPresent` is false, too, and it sends and writes nothing: ask for the store of
  /// the new one. An enumeration as a whole is the field `\.self`.
  ///
  /// - Parameters:
  ///   - field: the way to the field that holds its state.
  ///   - fieldCase: the case of the field that is its state.
  ///   - action: makes an action of this store of one of its own.
  /// - Returns: the store; nil if the field is in another case.
  public func scope<Field, Part, PartAction>(
    _ field: KeyPath<State, Field>, case fieldCase: Case<Field, Part>,
    action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction>? {
    scope(field, fieldCase, .automatic, action)
  }

  /// Returns a store of one case of a field, which shows one state there and no other one.
  ///
  /// - Parameters:
  ///   - field: the way to the field that holds its state.
  ///   - fieldCase: the case of the field that is its state.
  ///   - id: the identity of a state, in place of its own: `{ _ in 0 }` for a store of any state.
  ///   - action: makes an action of this store of one of its own.
  /// - Returns: the store; nil if the field is in another case.
  public func scope<Field, Part, PartAction, ID: Hashable>(
    _ field: KeyPath<State, Field>, case fieldCase: Case<Field, Part>,
    id: @escaping (Part) -> ID, action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction>? {
    scope(field, fieldCase, PartIdentity(id), action)
  }

  private func scope<Field, Part, PartAction>(
    _ field: KeyPath<State, Field>, _ fieldCase: Case<Field, Part>,
    _ identity: PartIdentity<Part>, _ action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction>? {
    PartSource(FieldSource(source, field, action), Place(\.self, fieldCase), by: identity) { $0 }
      .map { Store<Part, PartAction>($0, end) }
  }

  // MARK: - Two-way

  /// Returns a field that can be read and written, to give to a control.
  ///
  /// It is written without an action.
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - animation: the animation of the change in a user interface: `animation`.
  /// - Returns: a bound value, which keeps the store.
  @_disfavoredOverload
  public func bound<Value>(
    _ field: WritableKeyPath<State, Value>, animation: Any? = nil
  ) -> Bound<Value> {
    let name = "\(field)"
    let place = animation == nil ? BoundPlace(source, field) : nil
    return Bound(place: place, get: { [self] in self[dynamicMember: field] }) { [self] value in
      source.write(.binding(name), animation) { $0[keyPath: field] = value }
    }
  }

  /// Returns a value that can be read, and whose writing is an action, to give to a control.
  ///
  ///     let draft = store.bound(\.draft) { .draftChanged($0) }
  ///
  /// - Parameters:
  ///   - field: the way to it.
  ///   - animation: the animation of the change in a user interface: `animation`.
  ///   - action: makes the action of a written value.
  /// - Returns: a bound value, which keeps the store.
  public func bound<Value>(
    _ field: KeyPath<State, Value>, animation: Any? = nil,
    send action: @escaping (Value) -> Action
  ) -> Bound<Value> {
    let name = "\(field)"
    return Bound(get: { [self] in self[dynamicMember: field] }) { [self] value in
      _ = source.send([action(value)], Origin(animation: animation, cause: .binding(name)))
    }
  }
}
