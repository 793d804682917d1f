/// One step that an action passes.
@usableFromInline
enum MiddlewareStep<State, Action> {
  /// Lets at most one action pass: so none is put into an array.
  case one((State, Action) -> Action?)
  /// Lets any number pass, and sends others.
  case several((State, Action, @escaping (Action) -> Void) -> [Action])
}
