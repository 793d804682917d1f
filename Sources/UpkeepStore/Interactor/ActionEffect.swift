import Upkeep

/// The effect of one interactor: its `perform` and `policy`.
final class ActionEffect<State, Action>: Effect {
  typealias Performance =
    nonisolated(nonsending) (Action, StoreContext<State, Action>) async -> Void
  typealias Lives = (StoreSource<State, Action>, Action, PartTable) -> [PartLife]?

  let policy: (Action) -> EffectPolicy
  let perform: Performance
  /// Finds the parts of the state that it is the effect of, the outermost first: nil if one of them
  /// is missing.
  private let findLives: Lives?

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
    findLives = nil
    super.init(I.self)
  }

  /// Makes one that stands for another one in a larger state.
  init(
    for origin: Effect, policy: @escaping (Action) -> EffectPolicy, lives: Lives?,
    perform: @escaping Performance
  ) {
    self.policy = policy
    findLives = lives
    self.perform = perform
    super.init(origin)
  }

  /// Whether it may be the effect of a part that is missing.
  var isOfPart: Bool { findLives != nil }

  /// The parts of the state that it is the effect of, the outermost first: nil if one of them is
  /// missing.
  func lives(
    in source: StoreSource<State, Action>, _ action: Action, _ table: PartTable
  ) -> [PartLife]? {
    guard let findLives else { return [] }
    return findLives(source, action, table)
  }
}
