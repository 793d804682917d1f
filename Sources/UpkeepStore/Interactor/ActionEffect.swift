import Upkeep

/// The effect of one interactor: its `perform` and `policy`.
final class ActionEffect<State, Action>: Effect {
  typealias Performance =
    nonisolated(nonsending) (Action, StoreContext<State, Action>) async -> Void
  typealias Companion = (StoreSource<State, Action>, Action, Run, CaseWatch.Path) -> AnyObject?

  let policy: (Action) -> EffectPolicy
  let perform: Performance
  /// Whether there is anything for which it could begin; nil if there always is.
  let isWanted: ((StoreSource<State, Action>, Action) -> Bool)?
  /// Makes the object that a run keeps from the moment at which it begins, or waits to begin; nil
  /// if there is none.
  let companion: Companion?

  /// Makes one of an interactor.
  init<I: Interactor>(_ interactor: I) where I.State == State, I.Action == Action {
    policy = { interactor.policy(for: $0) }
    perform = { action, store in
      do {
        try await interactor.perform(action, store)
      } catch {
        guard store.isActive, !(error is CancellationError) else { return }
        let effect = "the effect of \(action) in \(store.source.engine.name)"
        Misuse.report(.effectFailed(effect: effect, error: error))
      }
    }
    isWanted = nil
    companion = nil
    super.init(I.self)
  }

  /// Makes one that stands for another one in a larger state.
  init(
    for origin: Effect, policy: @escaping (Action) -> EffectPolicy,
    isWanted: ((StoreSource<State, Action>, Action) -> Bool)?, companion: Companion?,
    perform: @escaping Performance
  ) {
    self.policy = policy
    self.isWanted = isWanted
    self.companion = companion
    self.perform = perform
    super.init(origin)
  }
}
