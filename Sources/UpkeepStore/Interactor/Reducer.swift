/// Changes a state as an action asks: an interactor without effects.
///
///     static let reducer = Reducer<State, Action> { state, action in
///       switch action {
///       case .increase: state.counter += 1
///       case .decrease: state.counter -= 1
///       }
///     }
///
/// Reducers are combined (`Reducer(first, second)`), scoped to a part of the state, and extended by `onChange`.
public struct Reducer<State, Action>: Interactor, Sendable {
  @usableFromInline let body: @Sendable (inout State, Action) -> Void

  /// Makes one that changes a state in place.
  ///
  /// - Parameter reduce: changes the state. It must be pure.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    body = reduce
  }

  /// Makes one that returns the new state.
  ///
  /// - Parameter reduce: returns the state that follows. It must be pure.
  /// - Returns: the reducer.
  @inlinable
  public static func pure(
    _ reduce: @escaping @Sendable (_ state: State, _ action: Action) -> State
  ) -> Reducer {
    Reducer { state, action in state = reduce(state, action) }
  }

  /// Makes one of several, which run in that order. Without any it changes nothing.
  ///
  /// - Parameter reducers: each gets what the one before it has left.
  public init(_ reducers: Reducer...) { self.init(reducers) }

  /// Makes one of several, which run in that order. Without any it changes nothing.
  ///
  /// - Parameter reducers: each gets what the one before it has left.
  public init(_ reducers: some Sequence<Reducer>) {
    let bodies = reducers.map(\.body)
    body = { state, action in
      for body in bodies { body(&state, action) }
    }
  }

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: what is changed.
  ///   - action: what is asked for.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) { body(&state, action) }

  /// Carries out several actions, one after the other.
  ///
  /// - Parameters:
  ///   - state: what is changed.
  ///   - actions: what is asked for.
  public func reduce(_ state: inout State, _ actions: some Sequence<Action>) {
    for action in actions { body(&state, action) }
  }
}

// MARK: - Making others of it

extension Reducer {
  /// Extends it by something that follows when a part of the state has changed.
  ///
  ///     let saving = reducer.onChange(of: \.draft) { state, old, new in state.isSaved = false }
  ///
  /// - Parameters:
  ///   - part: what is compared before and after an action.
  ///   - follow: changes the state further; gets the part as it was and as it is.
  /// - Returns: a reducer that does both.
  public func onChange<Part: Equatable & SendableMetatype>(
    of part: @escaping @Sendable (State) -> Part,
    _ follow: @escaping @Sendable (_ state: inout State, _ old: Part, _ new: Part) -> Void
  ) -> Reducer {
    Reducer { [body] state, action in
      let old = part(state)
      body(&state, action)
      let new = part(state)
      if old != new { follow(&state, old, new) }
    }
  }

  /// Makes it a reducer of a larger state, of which it changes one field.
  ///
  ///     let app = Reducer<App, AppAction>(counter.scoped(to: \.counter, action: \.counterAction), log)
  ///
  /// - Parameters:
  ///   - field: where its state is.
  ///   - action: what an action asks of it; nil if nothing.
  /// - Returns: a reducer of the larger state.
  public func scoped<Whole, WholeAction>(
    to field: any WritableKeyPath<Whole, State> & Sendable,
    action: @escaping @Sendable (WholeAction) -> Action?
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { [body] whole, wholeAction in
      if let part = action(wholeAction) { body(&whole[keyPath: field], part) }
    }
  }

  /// Makes it a reducer of a larger state, in which its own may be missing: then it does nothing.
  ///
  /// - Parameters:
  ///   - field: where its state is, if it is there.
  ///   - action: what an action asks of it; nil if nothing.
  /// - Returns: a reducer of the larger state.
  public func scoped<Whole, WholeAction>(
    toOptional field: any WritableKeyPath<Whole, State?> & Sendable,
    action: @escaping @Sendable (WholeAction) -> Action?
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { [body] whole, wholeAction in
      guard let part = action(wholeAction), var state = whole[keyPath: field] else { return }
      // The whole holds no second reference to what is edited.
      whole[keyPath: field] = nil
      body(&state, part)
      whole[keyPath: field] = state
    }
  }

  /// Makes it a reducer of an enumeration, of which it changes the payload of one case; in any other it does nothing.
  ///
  /// - Parameters:
  ///   - enumCase: where its state is, if it is there.
  ///   - action: what an action asks of it; nil if nothing.
  /// - Returns: a reducer of the enumeration.
  public func scoped<Whole, WholeAction>(
    to enumCase: Case<Whole, State>, action: @escaping @Sendable (WholeAction) -> Action?
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { [body] whole, wholeAction in
      guard let part = action(wholeAction), var state = enumCase.extract(whole) else { return }
      body(&state, part)
      whole = enumCase.embed(state)
    }
  }
}
