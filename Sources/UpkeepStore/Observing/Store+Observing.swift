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
  public var states: Feed<State> { Changes(of: source.property, in: source.engine).feed }

  /// The actions that are carried out from now on: all of them, as they come from the middleware;
  /// in a store that was narrowed, those that were sent through it, once for each that the
  /// middleware has made of one.
  public var actions: Feed<Action> { feed { $0.action } }

  /// The same with the states before and after each.
  public var pairs: Feed<Pair> {
    feed { commit in
      commit.action.map { Pair(action: $0, previous: commit.previous, state: commit.state) }
    }
  }

  /// An action, and its result.
  public struct Pair {
    /// The action.
    public let action: Action
    /// The state before it.
    public let previous: State
    /// The state after it.
    public let state: State
  }

  private func feed<Element>(_ element: @escaping (Commit<State, Action>) -> Element?) -> Feed<
    Element
  > {
    let feed = Feed<Element>()
    let source = source
    let watcher = source.watch { [weak feed] commit in
      if let element = element(commit) { feed?.add(element) }
    }
    feed.source = Watching { [weak source] in source?.stopWatching(watcher) }
    source.engine.endWithStore(feed)
    return feed
  }
}

extension Store.Pair: Equatable where State: Equatable, Action: Equatable {}
extension Store.Pair: Sendable where State: Sendable, Action: Sendable {}
