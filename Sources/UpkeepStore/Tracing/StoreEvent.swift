/// An event in a store, which a `Trace` receives.
public enum StoreEvent {
  /// The cause of a change or an action.
  public enum Cause: Equatable, Sendable {
    /// Code that uses the store.
    case user
    /// The effect of an action.
    case effect
    /// A hook, with its name.
    case hook(String)
    /// A bound value, with the name of its field.
    case binding(String)
    /// The replay of a recording.
    case replay
  }

  /// A trace has begun, with the current state.
  case began(state: Any)
  /// An action has reached the reducer.
  case action(Any, Cause)
  /// The state has changed: by the action of the preceding event, or by a write without an action.
  case changed(from: Any, to: Any, Cause)
  /// An action was refused, because the store accepts none.
  case refused(Any)
  /// The effect of an action has begun, or waits to begin.
  case effectStarted(Any)
  /// The effect of an action was dropped: it is `.exclusive`, and its identity has another effect.
  case effectDropped(Any)
  /// The effect of an action has ended.
  case effectEnded(Any)
  /// The effect of an action was cancelled or superseded, and can no longer change the store.
  case effectCancelled(Any)
  /// A hook has received a value.
  case hookFired(name: String, value: Any)

  /// The type of the event's state, action or received value.
  var subject: Any.Type {
    switch self {
    case .began(let value), .action(let value, _), .changed(_, let value, _), .refused(let value),
      .effectStarted(let value), .effectDropped(let value), .effectEnded(let value),
      .effectCancelled(let value), .hookFired(_, let value):
      type(of: value)
    }
  }
}

extension StoreEvent: CustomStringConvertible {
  /// A description of the event, which shows only the differences of a change.
  public var description: String {
    switch self {
    case .began(let state): "Initial state:\n\(ValueDump(state))"
    case .action(let action, let cause): "Action\(cause.words):\n\(ValueDump(action))"
    case .changed(let old, let new, let cause):
      "State changed\(cause.words):\n" + (ValueDump.difference(from: old, to: new) ?? "  nothing")
    case .refused(let action): "Action refused:\n\(ValueDump(action))"
    case .effectStarted(let action): "Effect started:\n\(ValueDump(action))"
    case .effectDropped(let action): "Effect dropped:\n\(ValueDump(action))"
    case .effectEnded(let action): "Effect ended:\n\(ValueDump(action))"
    case .effectCancelled(let action): "Effect cancelled:\n\(ValueDump(action))"
    case .hookFired(let name, let value): "Hook \(name) fired:\n\(ValueDump(value))"
    }
  }
}

extension StoreEvent.Cause {
  fileprivate var words: String {
    switch self {
    case .user: ""
    case .effect: " by an effect"
    case .hook(let name): " by hook \(name)"
    case .binding(let target): " by a binding of \(target)"
    case .replay: " by a replay"
    }
  }
}
