import Upkeep

extension Store {
  /// The trace that receives the events of the store; nil for none.
  ///
  /// All stores that show a part of one state share the trace.
  public var trace: Trace? {
    get { source.engine.trace }
    set { source.engine.trace(newValue, beginningWith: source.property.peek()) }
  }

  /// Returns the values that a field takes from now on.
  ///
  ///     for await draft in store.changes(of: \.draft) { save(draft) }
  ///
  /// - Parameter field: The key path of the field.
  /// - Returns: An asynchronous sequence, whose values a hook receives immediately.
  public func changes<Value>(of field: KeyPath<State, Value>) -> Changes<Value> {
    Changes(of: source.field(field), in: source.engine, changes: .automatic)
  }

  /// The states from now on, as observers see them: one for each `send`, batch or write that
  /// changes the state.
  public var states: Changes<State> { Changes(of: source.property, in: source.engine) }

  /// The actions that are carried out from now on.
  ///
  /// A whole store reports all actions as they leave the middleware. A narrowed store reports the
  /// actions that were sent through it; if the middleware makes several actions of one, the store
  /// reports that one as often.
  public var actions: Changes<Action> { pairs.map(\.action) }

  /// The actions that are carried out from now on, with the states before and after each.
  public var pairs: Changes<(action: Action, previous: State, state: State)> {
    Changes([StoreReference(engine: source.engine)]) { [source] _, hear in
      let watcher = source.watch { commit in
        commit.action.map { hear((action: $0, previous: commit.previous, state: commit.state)) }
      }
      return Observation(Watching { [weak source] in source?.stopWatching(watcher) })
    }
  }
}
