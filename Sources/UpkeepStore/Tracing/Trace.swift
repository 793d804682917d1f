/// Tells the events of stores to a closure.
///
///     let store = Store(ChatState(), ChatInteractor(), trace: .printing)
///     store.trace = Trace(except: [CursorAction.self]) { event in log.append("\(event)") }
///
/// The text of an event is made when it is asked for. A store without a trace pays one branch for
/// it.
public struct Trace {
  /// Is told an event, and the type of the state of its store.
  let hear: (_ event: StoreEvent, _ state: Any.Type) -> Void

  /// Makes one.
  ///
  /// - Parameters:
  ///   - types: of states, actions and values that hooks hear: only events about these are told,
  ///     for a state all events of its stores; nil for all.
  ///   - excluded: types whose events are left out, for a state all events of its stores.
  ///   - sink: is told the events, in order, before observers are.
  public init(
    only types: [Any.Type]? = nil, except excluded: [Any.Type] = [],
    to sink: @escaping (StoreEvent) -> Void
  ) {
    if types == nil, excluded.isEmpty {
      hear = { event, _ in sink(event) }
      return
    }
    let included = types.map { Set($0.map { ObjectIdentifier($0) }) }
    let excluded = Set(excluded.map { ObjectIdentifier($0) })
    hear = { event, state in
      let types: Set = [ObjectIdentifier(event.subject), ObjectIdentifier(state)]
      guard excluded.isDisjoint(with: types), included?.isDisjoint(with: types) != true else {
        return
      }
      sink(event)
    }
  }

  /// One that prints.
  public static var printing: Trace { Trace { print("Upkeep - \($0)") } }
}
