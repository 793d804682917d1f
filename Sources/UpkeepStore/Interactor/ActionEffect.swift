import Upkeep

/// The effect of one interactor: its `perform` and its `policy`.
final class ActionEffect<State, Action>: Effect {
  typealias Performance =
    nonisolated(nonsending) (Action, StoreContext<State, Action>) async -> Void
  typealias Lives = (StoreSource<State, Action>, Action, PartTable) -> [PartLife]?

  let policy: (Action) -> EffectPolicy
  let perform: Performance
  /// Finds the parts of the state that own the effect, the outermost first; nil if one is missing.
  private let findLives: Lives?

  /// Creates the effect of an interactor.
  init<I: Interactor>(_ interactor: I) where I.State == State, I.Action == Action {
    policy = { interactor.policy(for: $0) }
    perform = { action, store in
      do {
        try await interactor.perform(action, store)
      } catch {
        guard store.isActive, !(error is CancellationError) else { return }
        let effect = "the effect of \(action) in \(store.source.engine.name)"
        Misuse.report(.effectFailed(inStore: effect, error: error))
      }
    }
    findLives = nil
    super.init(I.self)
  }

  /// Creates an effect that stands for another effect in a larger state.
  init(
    for origin: Effect, policy: @escaping (Action) -> EffectPolicy, lives: Lives?,
    perform: @escaping Performance
  ) {
    self.policy = policy
    findLives = lives
    self.perform = perform
    super.init(origin)
  }

  /// Whether the effect belongs to a part of the state that may be missing.
  var isOfPart: Bool { findLives != nil }

  /// Returns the parts of the state that own the effect, outermost first; nil if one is missing.
  func lives(
    in source: StoreSource<State, Action>, _ action: Action, _ table: PartTable
  ) -> [PartLife]? {
    guard let findLives else { return [] }
    return findLives(source, action, table)
  }
}
