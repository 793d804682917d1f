import Upkeep

/// The source of a part of a larger state, which converts actions to actions of that state.
class NarrowedSource<Whole, WholeAction, State, Action>: StoreSource<State, Action> {
  final var whole: StoreSource<Whole, WholeAction> {
    // SAFETY: `init` sets `outer` to a source of this type, and `outer` stays until `deinit`.
    unsafeDowncast(outer.unsafelyUnwrapped, to: StoreSource<Whole, WholeAction>.self)
  }
  private let embed: (Action) -> WholeAction

  init(
    _ property: Property<State>, _ whole: StoreSource<Whole, WholeAction>,
    presence: Property<Bool>?, _ embed: @escaping (Action) -> WholeAction
  ) {
    self.embed = embed
    super.init(property, whole.engine, in: whole, presence: presence)
  }

  final override func send(_ action: Action) -> Run? {
    if isWatched || isDeep || isReplaceable { return send([action], Origin()) }
    return whole.send(embed(action))
  }

  final override func send(_ actions: [Action], _ origin: Origin) -> Run? {
    if isDeep { return sendInSteps(actions, origin) }
    if isReplaced { return nil }
    return whole.send(actions.map(embed), origin.passing(self, actions))
  }

  // MARK: - Without types

  final override func outward(_ actions: Any) -> Any {
    (actions as? [Action]).map { $0.map(embed) } ?? actions
  }
}
