/// The behaviour of a store: four parts, each of which may be left out.
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
/// Its dependencies are values that it holds. Asynchronous closures among them are
/// `nonisolated(nonsending)`, or `@Sendable` ones that may run elsewhere; the former are written
/// without a capture list, for one makes a compiler of Swift 6.3 forget on which actor they run.
///
/// A function with another name, other labels or other types is none of the four: it compiles, and
/// nothing calls it. Nor is an interactor that has none of the four reported: one that stands in
/// for another, and is to do nothing, is written just so. If a store seems to hear nothing,
/// `store.trace = .printing` tells which actions come and which effects begin.
///
/// `Reducer` is an interactor that has only the first part. A store cannot see whether a type has a
/// `perform` of its own: the first time it runs the one that it finds. Effects cannot run where no
/// actor runs; an interactor without any says `.never` there.
public protocol Interactor<State, Action> {
  /// The state of the store: a value type.
  associatedtype State
  /// The actions of the store.
  associatedtype Action
  /// The error of `perform`: found by the compiler, `Never` where it does not throw.
  associatedtype Failure: Error

  /// The parameter of `perform` and `hooks`.
  typealias Context = StoreContext<State, Action>

  /// Changes the state, at once.
  ///
  /// It must be pure: it may use only its parameters and the fields of the interactor.
  ///
  /// - Parameters:
  ///   - state: the state to change; nobody sees it before this has returned.
  ///   - action: the action.
  func reduce(_ state: inout State, _ action: Action)

  /// Does the work that takes time, on the actor that owns the store, after the state was changed.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - store: reads and changes the store, until this run is superseded or cancelled. Then it
  ///     does nothing any more.
  /// - Throws: the error that ends it, and is then reported, once; a `CancellationError` is not,
  ///   nor is an error of a run that was cancelled or superseded. A failure that the state is to
  ///   show, it writes itself.
  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>) async throws(Failure)

  /// Says which values the store listens to, when it is made.
  ///
  /// - Parameter store: reads and changes the store as long as that exists.
  /// - Returns: the values to hear, and the work for each.
  @HookBuilder func hooks(_ store: StoreContext<State, Action>) -> [Hook]

  /// Says how `perform` runs beside the runs of other actions.
  ///
  /// - Parameter action: the action.
  /// - Returns: by default `.concurrent`.
  func policy(for action: Action) -> EffectPolicy
}

extension Interactor {
  /// Changes nothing.
  @_documentation(visibility: internal)
  public func reduce(_ state: inout State, _ action: Action) {}

  /// Does nothing: the store that finds this runs no more of them.
  @_documentation(visibility: internal)
  public nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    store.run?.effect?.noteEmpty(Self.self)
  }

  /// Listens to nothing.
  @_documentation(visibility: internal)
  public func hooks(_ store: StoreContext<State, Action>) -> [Hook] { [] }

  /// All run side by side.
  @_documentation(visibility: internal)
  public func policy(for action: Action) -> EffectPolicy { .concurrent }
}
