public import UpkeepScope

extension Store {
  /// Returns a store of one field, with actions of its own.
  ///
  ///     let counter = store.scope(\.counter) { App.Action.modify($0) }
  ///     counter.send(.increase)
  ///
  /// The returned store retains this store, and depends on the field alone. A read costs the same
  /// at any depth of narrowing.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - action: Converts an action of the returned store to an action of this store.
  /// - Returns: The store.
  @_disfavoredOverload
  public func scope<Part, PartAction>(
    _ field: KeyPath<State, Part>, action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction> {
    Store<Part, PartAction>(FieldSource(source, field, action), end)
  }

  /// Returns a store of one field, with the same actions.
  ///
  /// - Parameter field: The key path of the field.
  /// - Returns: The store.
  @_disfavoredOverload
  public func scope<Part>(_ field: KeyPath<State, Part>) -> Store<Part, Action> {
    scope(field) { $0 }
  }

  /// Returns a store of the payload of one case of a field, with actions of its own.
  ///
  /// The case of an optional is `.some`. For a case of the state itself, pass the field `\.self`.
  ///
  ///     if let search = store.scope(\.search, case: .some, action: { .search($0) }) { ... }
  ///
  /// While the field is in another case, the returned store shows the last value read, its
  /// `isPresent` is false, and its actions still go to this store. If a payload with another
  /// identity replaces the payload, the `isPresent` of the returned store is false, too, and the
  /// returned store ignores actions and writes: ask for a new store.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - fieldCase: The case of the field.
  ///   - id: Returns the identity of a payload; by default, its `Identifiable` identity, if it has
  ///     one. For a store that shows any payload, pass `{ _ in 0 }`.
  ///   - action: Converts an action of the returned store to an action of this store.
  /// - Returns: The store; nil if the field is in another case.
  public func scope<Field, Part, PartAction>(
    _ field: KeyPath<State, Field>, case fieldCase: Case<Field, Part>,
    id: ((Part) -> AnyHashable)? = nil, action: @escaping (PartAction) -> Action
  ) -> Store<Part, PartAction>? {
    let (source, place) = (FieldSource(source, field, action), Place(\.self, fieldCase))
    return PartSource(source, place, by: PartIdentity(id)) { $0 }
      .map { Store<Part, PartAction>($0, end) }
  }

  // MARK: - Binding

  /// Returns a readable and writable field, to give to a control.
  ///
  /// A write sends no action.
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - animation: The animation of a write, for user interfaces: see `animation`.
  /// - Returns: A bound value, which retains the store.
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

  /// Not available: a bound value writes to its field.
  @available(*, unavailable, message: "this field cannot be set; use 'bound(_:send:)'")
  @_documentation(visibility: internal)
  public func bound<Value>(
    _ field: KeyPath<State, Value>, animation: Any? = nil
  ) -> Bound<Value> { preconditionFailure() }

  /// Returns a readable field whose writes send an action, to give to a control.
  ///
  ///     let draft = store.bound(\.draft) { .draftChanged($0) }
  ///
  /// - Parameters:
  ///   - field: The key path of the field.
  ///   - animation: The animation of a write, for user interfaces: see `animation`.
  ///   - action: Makes the action for a written value.
  /// - Returns: A bound value, which retains the store.
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
