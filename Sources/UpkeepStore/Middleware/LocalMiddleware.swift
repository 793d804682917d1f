/// Stands before the reducer, like `Middleware`, with closures that may use the state of one actor.
///
/// A store, an interactor and a test take it, so a closure that is written there may be of either
/// kind.
///
///     let store = Store(
///       App.State(), App.reducer,
///       middleware: .filter { state, action in !state.isLocked },
///       .sideEffect { [unowned self] state, action in seen.append(action) })
///
/// It is made like a `Middleware`, of the same steps; a `Middleware` is one, too.
public class LocalMiddleware<State, Action> {
  @usableFromInline
  typealias Step = MiddlewareStep<State, Action>

  /// Each gets the actions that the one before it has let pass.
  @usableFromInline let steps: [Step]

  /// Whether each step lets at most one action pass.
  @usableFromInline let isSimple: Bool

  /// The only step, if it lets any number of actions pass.
  private let only: ((State, Action, @escaping (Action) -> Void) -> [Action])?

  init(steps: [Step]) {
    self.steps = steps
    if steps.count == 1, case .several(let body) = steps[0] { only = body } else { only = nil }
    isSimple = steps.allSatisfy { if case .one = $0 { true } else { false } }
  }

  /// Makes one that returns the actions to go on with.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  @_documentation(visibility: internal)
  public convenience init(
    _ body:
      @escaping (
        _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
      ) -> [Action]
  ) {
    self.init(steps: [.several(body)])
  }

  @usableFromInline
  convenience init(one body: @escaping (State, Action) -> Action?) {
    self.init(steps: [.one(body)])
  }

  /// Makes one of several: each gets the actions that the one before it has let pass.
  ///
  /// Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  @_documentation(visibility: internal)
  public convenience init(_ middlewares: LocalMiddleware...) { self.init(middlewares) }

  /// Makes one of several: each gets the actions that the one before it has let pass.
  ///
  /// Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  package convenience init(_ middlewares: some Sequence<LocalMiddleware>) {
    self.init(steps: Self.steps(of: middlewares))
  }

  /// The steps of all, one after the other: composition makes no closure inside a closure.
  static func steps(of middlewares: some Sequence<LocalMiddleware>) -> [Step] {
    middlewares.flatMap(\.steps)
  }

  /// The actions that follow from one.
  @inlinable
  final func pass(
    _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
  ) -> [Action] {
    if isSimple { return passOne(state, action).map { [$0] } ?? [] }
    var actions = [action]
    for step in steps {
      var passed: [Action] = []
      for action in actions {
        switch step {
        case .one(let body): if let action = body(state, action) { passed.append(action) }
        case .several(let body): passed += body(state, action, send)
        }
      }
      actions = passed
    }
    return actions
  }

  /// The action that follows from one, if this is simple; nil if none does.
  @inlinable
  final func passOne(_ state: State, _ action: Action) -> Action? {
    var action = action
    for step in steps {
      guard case .one(let body) = step, let next = body(state, action) else { return nil }
      action = next
    }
    return action
  }

  @usableFromInline final var passesOnce: Bool { only != nil }

  /// The actions that follow from one, if there is only one step: called here, where its types are
  /// not known, it takes the closure that sends as it is.
  @usableFromInline
  final func passOnce(
    _ state: State, _ action: Action, _ sender: ActionSender<Action>
  ) -> [Action] {
    guard let only, let send = sender.send else { return [] }
    return only(state, action, send)
  }
}
