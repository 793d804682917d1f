import Upkeep

extension Interactor {
  /// Makes it an interactor of a larger state, of which it knows one field.
  ///
  /// - Parameters:
  ///   - field: where its state is.
  ///   - action: what an action asks of it, and how its own actions are sent.
  /// - Returns: an interactor of the larger state.
  public func scoped<Whole, WholeAction>(
    to field: WritableKeyPath<Whole, State>, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    let part = AnyInteractor(self)
    return part.scoped(
      action,
      reducer: { whole, action in part.reducer(&whole[keyPath: field], action) },
      read: { $0[keyPath: field] }, isAlwaysThere: true,
      narrow: { FieldSource($0, field, action.embed) })
  }

  /// Makes it an interactor of an enumeration, of which it knows the payload of one case. In any other case it does
  /// nothing, and what it has begun changes nothing.
  ///
  /// - Parameters:
  ///   - enumCase: where its state is, if it is there.
  ///   - action: what an action asks of it, and how its own actions are sent.
  /// - Returns: an interactor of the enumeration.
  public func scoped<Whole, WholeAction>(
    to enumCase: Case<Whole, State>, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    let part = AnyInteractor(self)
    return part.scoped(
      action,
      reducer: { whole, action in
        guard var state = enumCase.extract(whole) else { return }
        part.reducer(&state, action)
        whole = enumCase.embed(state)
      },
      read: { enumCase.extract($0) }, isAlwaysThere: false,
      narrow: { CaseSource($0, enumCase, action.embed) })
  }

  /// Makes it an interactor of a larger state, of which it knows one field that may be nil. Where it is, it does nothing, and
  /// what it has begun changes nothing.
  ///
  /// - Parameters:
  ///   - field: where its state is, if it is there.
  ///   - action: what an action asks of it, and how its own actions are sent.
  /// - Returns: an interactor of the larger state.
  public func scoped<Whole, WholeAction>(
    toOptional field: WritableKeyPath<Whole, State?>, action: Case<WholeAction, Action>
  ) -> AnyInteractor<Whole, WholeAction> {
    let part = AnyInteractor(self)
    return part.scoped(
      action,
      reducer: { whole, action in
        guard var state = whole[keyPath: field] else { return }
        // The whole holds no second reference to what is edited.
        whole[keyPath: field] = nil
        part.reducer(&state, action)
        whole[keyPath: field] = state
      },
      read: { $0[keyPath: field] }, isAlwaysThere: false,
      narrow: { CaseSource(FieldSource($0, field, action.embed), .some) { $0 } })
  }

  /// Has every action pass a middleware before it comes here.
  ///
  /// - Parameter middleware: decides which actions come.
  /// - Returns: both as one.
  public func behind(_ middleware: Middleware<State, Action>) -> AnyInteractor<State, Action> {
    let part = AnyInteractor(self)
    return AnyInteractor(
      reducer: part.reducer, effects: part.effects,
      middleware: part.middleware.map { Middleware(middleware, $0) } ?? middleware,
      hooks: part.makeHooks)
  }
}

extension AnyInteractor {
  fileprivate func scoped<Whole, WholeAction>(
    _ action: Case<WholeAction, Action>, reducer: @escaping (inout Whole, Action) -> Void,
    read: @escaping (Whole) -> State?, isAlwaysThere: Bool,
    narrow: @escaping (StoreSource<Whole, WholeAction>) -> StoreSource<State, Action>?
  ) -> AnyInteractor<Whole, WholeAction> {
    func presence(_ source: StoreSource<Whole, WholeAction>) -> Property<Bool> {
      DerivedProperty(source.property) { read($0) != nil }
    }
    let step = CaseWatch.Step()
    return AnyInteractor<Whole, WholeAction>(
      reducer: { whole, wholeAction in
        if let part = action.extract(wholeAction) { reducer(&whole, part) }
      },
      effects: effects.map { effect in
        ActionEffect<Whole, WholeAction>(
          for: effect,
          policy: { action.extract($0).map(effect.policy) ?? .never },
          isWanted: isAlwaysThere && effect.isWanted == nil
            ? nil
            : { source in
              if read(source.property.peek()) == nil { return false }
              guard let isWanted = effect.isWanted else { return true }
              return narrow(source).map(isWanted) ?? false
            },
          companion: isAlwaysThere && effect.companion == nil
            ? nil
            : { source, run, path in
              let path = path + [ObjectIdentifier(step)]
              let inner = effect.companion.flatMap { companion in
                narrow(source).flatMap { companion($0, run, path) }
              }
              if isAlwaysThere { return inner }
              // What was begun for a case that has gone is not for the next one.
              let watch = source.engine.caseWatches.watch(path) { presence(source) }
              return watch.watch(run, inner)
            },
          perform: { wholeAction, store in
            guard let part = action.extract(wholeAction), let source = narrow(store.source) else {
              return
            }
            await effect.perform(part, StoreContext(source, store.run))
          })
      },
      middleware: middleware.map { $0.scoped(action, read) },
      hooks: { store in
        func hooks() -> [Hook] {
          narrow(store.source).map { makeHooks(StoreContext($0, nil)) } ?? []
        }
        return isAlwaysThere ? hooks() : [Hook(while: presence(store.source), hooks)]
      })
  }
}
