/// A filter before the reducer that passes, changes, drops or multiplies actions, or observes them.
///
///     enum App {
///       static var logging: Middleware<State, Action> {
///         Middleware(
///           .filter { state, action in !state.isLocked },
///           .sideEffect { state, action in print(action) })
///       }
///     }
///
///     let store = Store(
///       App.State(), App.reducer,
///       middleware: App.logging, .sideEffect { [unowned self] _, action in seen.append(action) })
///
/// A middleware sees the state before the action. All actions that result from one action are one
/// change. The closures may use the state of one actor, so a middleware is not `Sendable`: each
/// actor makes its own, as the computed property above does.
public final class Middleware<State, Action> {
  @usableFromInline
  typealias Step = MiddlewareStep<State, Action>

  /// The steps; each receives the actions that the one before it has let pass.
  @usableFromInline let steps: [Step]

  /// Whether each step lets at most one action pass.
  @usableFromInline let isSimple: Bool

  /// The step, if there is only one and it lets any number of actions pass; otherwise nil.
  private let only: ((State, Action, @escaping (Action) -> Void) -> [Action])?

  init(steps: [Step]) {
    self.steps = steps
    if steps.count == 1, case .several(let body) = steps[0] { only = body } else { only = nil }
    isSimple = steps.allSatisfy { if case .one = $0 { true } else { false } }
  }

  /// Creates a middleware that returns the actions to continue with.
  ///
  /// - Parameter body: Receives the state, the action, and a closure that sends a further action
  ///   through the whole chain, after the current one.
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

  /// Combines middleware: each receives the actions that the one before it has let pass.
  ///
  /// An empty combination lets all actions pass.
  ///
  /// - Parameter middlewares: The middleware, in order.
  public convenience init(_ middlewares: Middleware...) { self.init(middlewares) }

  /// Combines middleware: each receives the actions that the one before it has let pass.
  ///
  /// An empty combination lets all actions pass.
  ///
  /// - Parameter middlewares: The middleware, in order.
  package convenience init(_ middlewares: some Sequence<Middleware>) {
    // The steps of all middleware, so that a combination nests no closures.
    self.init(steps: middlewares.flatMap(\.steps))
  }

  /// Returns the actions that an action results in.
  @inlinable
  func pass(
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

  /// Returns the action that an action results in, if the middleware is simple; nil if none.
  @inlinable
  func passOne(_ state: State, _ action: Action) -> Action? {
    var action = action
    for step in steps {
      guard case .one(let body) = step, let next = body(state, action) else { return nil }
      action = next
    }
    return action
  }

  @usableFromInline var passesOnce: Bool { only != nil }

  /// Returns the actions that an action results in, if the middleware has only one step.
  ///
  /// This function is not inlined: unspecialized code passes `send` without converting the closure.
  @usableFromInline
  func passOnce(
    _ state: State, _ action: Action, _ sender: ActionSender<Action>
  ) -> [Action] {
    guard let only, let send = sender.send else { return [] }
    return only(state, action, send)
  }
}
