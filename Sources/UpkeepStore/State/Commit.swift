/// One change of a state: the action, and its result.
struct Commit<State, Action> {
  /// Nil for a write without one.
  let action: Action?
  let cause: StoreEvent.Cause
  let previous: State
  let state: State
}
