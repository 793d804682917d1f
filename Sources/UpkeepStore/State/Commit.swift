/// One change of a state: what was asked for, and what came of it.
struct Commit<State, Action> {
  /// Nil for what was written without one.
  let action: Action?
  let cause: StoreEvent.Cause
  let previous: State
  let state: State
}
