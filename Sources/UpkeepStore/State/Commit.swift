/// One change of a state, with its action and cause.
struct Commit<State, Action> {
  /// The action; nil for a write without an action.
  let action: Action?
  let cause: StoreEvent.Cause
  let previous: State
  let state: State
}
