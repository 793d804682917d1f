// Starts the effects of actions according to their policies.
extension StoreCore {
  /// Starts the effect of an action, if its policy admits it.
  ///
  /// If `known` is nil, the parts of the state that own the effect are looked up.
  func start(
    _ effect: ActionEffect<State, Action>, for action: Action, _ parent: Run,
    in known: [PartLife]? = nil
  ) {
    func isRefused() -> Bool { engine.isOver || parent.isOver || engine.isReplaying }
    if isRefused() { return }
    let policy = effect.policy(action)
    if case .never = policy { return }
    if effect.isEmpty, !policy.cancelsOthers { return }
    // `policy(action)` is user code, which may have cancelled `parent`.
    guard let lives = known ?? effect.lives(in: self, action, engine.parts),
      !lives.contains(where: \.isOver), !isRefused(), engine.mayRunEffects
    else { return }
    let run = Run(engine, parent: parent, effect: effect, of: action)
    let isAdmitted = engine.groups.admit(run, by: policy) { [self, unowned run] in
      run.begin { run in await effect.perform(action, StoreContext(self, run)) }
    }
    // A listener that heard of the end of a superseded run may have cancelled this run.
    if run.isOver { return }
    if !isAdmitted {
      engine.emit(.effectDropped(action))
      run.cancel()
      return
    }
    run.live(in: lives)
    run.onLeave { [engine, unowned run] in
      engine.emit(run.isCancelled ? .effectCancelled(action) : .effectEnded(action))
    }
    engine.emit(.effectStarted(action))
  }
}
