/// The behaviour of a store, in four optional functions.
///
///     struct ChatInteractor: Interactor {
///       typealias State = ChatState
///       typealias Action = ChatAction
///       let service: ChatService
///
///       func reduce(_ state: inout ChatState, _ action: ChatAction) {
///         if case .received(let message) = action { state.messages.append(message) }
///       }
///
///       nonisolated(nonsending) func perform(_ action: ChatAction, _ store: Context) async {
///         if case .send(let text) = action { await service.send(text) }
///       }
///
///       func hooks(_ store: Context) -> [Hook] {
///         Hook("received", service.incoming()) { store.send(.received($0)) }
///       }
///
///       func policy(for action: ChatAction) -> EffectPolicy { .serial("messages") }
///     }
///
/// An interactor holds its dependencies as values. Its asynchronous closures are `@Sendable`, if
/// they may run elsewhere, or `nonisolated(nonsending)`. Write the latter without a capture list:
/// with one, the compiler of Swift 6.3 forgets on which actor they run.
///
/// The compiler of Swift 6.3 gives `perform` the isolation of its type. In a module of the main
/// actor, or in a `@MainActor struct ChatInteractor: @MainActor Interactor`, it is a plain `func`,
/// and may use every object of the main actor. Elsewhere, and with an earlier compiler, write
/// `nonisolated(nonsending) func`; without these words, the compiler says that a `StoreContext`
/// cannot be sent from the caller of `perform`.
///
/// A function with another name, other labels or other types compiles, but is not called; the same
/// holds for a `reduce` that waits or throws. If an extension declares the conformance, the compiler
/// warns of most such functions. An interactor without any of the four functions is not reported,
/// because it may be a stub. If a store does not react, set `store.trace = .printing` to see its
/// actions and changes; the trace shows the first effect of a type without `perform`, too.
///
/// `Reducer` is an interactor with only the first function. A store cannot tell whether a type
/// implements `perform`, so it calls `perform`. If the call reaches the default implementation, the
/// store makes no further calls. Effects need an actor: without one, an interactor that has no
/// effects must return `.never` from `policy(for:)`.
public protocol Interactor<State, Action> {
  /// The state of the store: a value type.
  associatedtype State
  /// The actions of the store.
  associatedtype Action
  /// The error of `perform`, inferred by the compiler; `Never` if `perform` does not throw.
  ///
  /// The store reports an error that `perform` throws. An interactor around another one passes it
  /// on: `async throws(Inner.Failure)`.
  associatedtype Failure: Error
  /// The result of `perform`, inferred by the compiler: `Void`.
  @_documentation(visibility: internal)
  associatedtype PerformResult: Sendable

  /// The type of the parameter of `perform` and `hooks`.
  ///
  /// An interactor that uses it declares `State` and `Action` by a `typealias`, or nests the types:
  /// from parts that name it, the compiler cannot infer them.
  typealias Context = StoreContext<State, Action>

  /// Changes the state synchronously.
  ///
  /// The function must be pure: it may use only its parameters and the interactor's fields.
  ///
  /// - Parameters:
  ///   - state: The state to change; no observer sees it before the function returns.
  ///   - action: The action.
  func reduce(_ state: inout State, _ action: Action)

  /// Performs asynchronous work for an action, on the actor that owns the store.
  ///
  /// The work begins after the state has changed.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - store: Reads and changes the store; changes nothing after this run is superseded or
  ///     cancelled.
  /// - Throws: An error, which ends the run and is reported once. A `CancellationError`, and an
  ///   error of a superseded or cancelled run, is not reported. To show a failure in the state,
  ///   write it to the state.
  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>) async throws(Failure)

  /// Is never called: lets an implementation of `perform` have the isolation of its type.
  ///
  /// The compiler of Swift 6.3 gives an implementation the isolation of its requirement, unless it
  /// implements two requirements whose isolations differ. So `perform` of a main-actor type is the
  /// main actor's, and may use what else is.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @MainActor func perform(
    _ action: sending Action, _ store: sending StoreContext<State, Action>
  ) async throws -> PerformResult

  /// Returns the hooks of the store; called once, when the store is made.
  ///
  /// - Parameter store: Reads and changes the store while the store exists.
  /// - Returns: The hooks.
  @HookBuilder func hooks(_ store: StoreContext<State, Action>) -> [Hook]

  /// Returns how `perform` runs in relation to the runs of other actions.
  ///
  /// - Parameter action: The action.
  /// - Returns: The policy; by default, `.concurrent`.
  func policy(for action: Action) -> EffectPolicy
}

extension Interactor {
  /// Changes nothing.
  @_documentation(visibility: internal)
  public func reduce(_ state: inout State, _ action: Action) {}

  /// Does nothing, and notes that this type's effects need not run.
  @_documentation(visibility: internal)
  public nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    store.run?.effect?.noteEmpty(Self.self)
  }

  /// Returns no hooks.
  @_documentation(visibility: internal)
  public func hooks(_ store: StoreContext<State, Action>) -> [Hook] { [] }

  /// Returns `.concurrent`.
  @_documentation(visibility: internal)
  public func policy(for action: Action) -> EffectPolicy { .concurrent }
}
