import UpkeepStore

/// A reducer that adds each action to the state.
let adding = Reducer<Int, Int> { $0 += $1 }

extension Case where Whole == Payload {
  /// The case that holds the whole value.
  static var same: Case { Case({ $0 }) { $0 } }
}

/// An interactor made of closures.
struct Acting<State, Action>: Interactor {
  typealias Context = StoreContext<State, Action>
  typealias Work = nonisolated(nonsending) (Action, Context) async throws -> Void

  private let reducer: Reducer<State, Action>
  private let policies: ((Action) -> EffectPolicy)?
  private let work: Work?
  private let listed: (Context) -> [Hook]

  /// Makes an interactor.
  ///
  /// - Parameters:
  ///   - reducer: changes the state.
  ///   - policy: the policy of every effect; nil if `policies` decides.
  ///   - work: the effects.
  ///   - hooks: makes the hooks.
  ///   - policies: returns the policy for the effect of an action.
  init(
    _ reducer: Reducer<State, Action> = Reducer(), policy: EffectPolicy? = nil,
    work: Work? = nil, @HookBuilder hooks: @escaping (Context) -> [Hook] = { _ in [] },
    policies: ((Action) -> EffectPolicy)? = nil
  ) {
    self.reducer = reducer
    self.policies = policies ?? policy.map { policy in { _ in policy } }
    self.work = work
    listed = hooks
  }

  func reduce(_ state: inout State, _ action: Action) { reducer.reduce(&state, action) }

  nonisolated(nonsending) func perform(_ action: Action, _ store: Context) async throws {
    try await work?(action, store)
  }

  func policy(for action: Action) -> EffectPolicy {
    policies?(action) ?? (work == nil ? .never : .concurrent)
  }

  func hooks(_ store: Context) -> [Hook] { listed(store) }
}
