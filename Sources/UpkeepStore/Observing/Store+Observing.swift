import Upkeep

extension Store {
  /// The trace that is told of events; nil for none.
  ///
  /// All faces of a store have the same.
  public var trace: Trace? {
    get { source.engine.trace }
    set { source.engine.trace(newValue, beginningWith: source.property.peek()) }
  }

  /// The values that a field takes from now on.
  ///
  ///     for await draft in store.changes(of: \.draft) { save(draft) }
  ///
  /// - Parameter field: the way to it.
  /// - Returns: an asynchronous sequence, which a hook hears at once.
  public func changes<Value>(of field: KeyPath<State, Value>) -> Changes<Value> {
    Changes(of: source.field(field), in: source.engine, changes: .automatic)
  }

  /// The states that follow from now on, as observers see them: one for each `send`, batch or write
  /// that makes another one.
  public var states: Changes<State> { Changes(of: source.property, in: source.engine) }

  /// The actions that are carried out from now on: all of them, as they come from the middleware;
  /// in a store that was narrowed, those that were sent through it, once for each that the
  /// middleware has made of one.
  public var actions: Changes<Action> { pairs.map(\.action) }

  /// The same with the states before and after each.
  public var pairs: Changes<(action: Action, previous: State, state: State)> {
    Changes([StoreReference(engine: source.engine)]) { [source] hear in
      let watcher = source.watch { commit in
        commit.action.map { hear((action: $0, previous: commit.previous, state: commit.state)) }
      }
      return Observation(Watching { [weak source] in source?.stopWatching(watcher) })
    }
  }
}
