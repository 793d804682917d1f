/// One step of a middleware.
@usableFromInline
enum MiddlewareStep<State, Action> {
  /// Lets at most one action pass, without an array.
  case one((State, Action) -> Action?)
  /// Lets any number of actions pass, and may send further actions.
  case several((State, Action, @escaping (Action) -> Void) -> [Action])
}
