/// An event in a store, which a `Trace` tells.
public enum StoreEvent {
  /// The cause of a change or an action.
  public enum Cause: Equatable, Sendable {
    /// The user of the store.
    case user
    /// The effect of an action.
    case effect
    /// A hook, by its name.
    case hook(String)
    /// A two-way bound value, by the name of its field.
    case binding(String)
    /// A recording.
    case replay
  }

  /// The trace has begun: with this state.
  case began(state: Any)
  /// An action has come to the reducer.
  case action(Any, Cause)
  /// The state is another one: after an action if one is told of before this, else because somebody
  /// has written.
  case changed(from: Any, to: Any, Cause)
  /// An action was refused: the store accepts none.
  case refused(Any)
  /// The effect of an action has begun, or waits to begin.
  case effectStarted(Any)
  /// The effect of an action did not begin: another one runs, and its policy is `.exclusive`.
  case effectDropped(Any)
  /// The effect of an action has ended.
  case effectEnded(Any)
  /// The effect of an action was cancelled or superseded, and changes nothing any more.
  case effectCancelled(Any)
  /// A hook has heard something.
  case hookFired(name: String, value: Any)

  /// The type of its subject: the state's, the action's, or that of the value that a hook has
  /// heard.
  public var subject: Any.Type {
    switch self {
    case .began(let value), .action(let value, _), .changed(_, let value, _), .refused(let value),
      .effectStarted(let value), .effectDropped(let value), .effectEnded(let value),
      .effectCancelled(let value), .hookFired(_, let value):
      type(of: value)
    }
  }
}

extension StoreEvent: CustomStringConvertible {
  /// The event, in one line or several; of a change only the differences.
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
