/// A subscription to the events of stores.
///
///     let store = Store(ChatState(), ChatInteractor(), trace: .printing)
///     store.trace = Trace(except: [CursorAction.self]) { event in log.append("\(event)") }
///
/// The text of an event is made on demand. A store without a trace pays one branch for each event.
public struct Trace {
  /// Receives an event, and the type of the state of the event's store.
  let hear: (_ event: StoreEvent, _ state: Any.Type) -> Void

  /// Creates a trace.
  ///
  /// A type selects events about its values: actions, and values that hooks receive. The type of a
  /// state selects all events of its stores.
  ///
  /// - Parameters:
  ///   - types: The types whose events are included; nil for all.
  ///   - excluded: The types whose events are left out.
  ///   - sink: Receives the events, in order, before observers see the change.
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

  /// A trace that prints.
  public static var printing: Trace { Trace { print("Upkeep - \($0)") } }
}
