import Upkeep
import UpkeepScope

/// The source of a whole state, which carries out one action after the other.
final class StoreCore<State, Action>: StoreSource<State, Action> {
  private let stored: StoredProperty<State>
  let steps: StoreSteps<State, Action>
  private let isUnchanged: (State, State) -> Bool
  private let effects: [ActionEffect<State, Action>]

  // SAFETY: no method of `StoreOrder` calls code that may use this store.
  /// The state of the work in progress, and the work that waits for it.
  @exclusivity(unchecked) private var order = StoreOrder<Entry>()
  private let hasEffects: Bool
  /// The store has neither effects nor middleware.
  private let isPlain: Bool

  init(
    _ stored: StoredProperty<State>, _ steps: StoreSteps<State, Action>,
    _ rule: ChangeRule<State>?, _ interactor: AnyInteractor<State, Action>,
    _ engine: StoreEngine
  ) {
    self.stored = stored
    self.steps = steps
    isUnchanged = rule?.isUnchanged ?? automaticComparison()
    effects = interactor.effects
    hasEffects = !effects.isEmpty
    isPlain = effects.isEmpty && steps.pass == nil
    super.init(stored, engine)
    if steps.pass == nil { return }
    steps.sender.send = { [weak self] in _ = self?.send([$0], Origin(cause: .user)) }
  }

  // MARK: - Sending

  /// Whether an action only changes the state: no effects, listeners, watchers or rollback.
  var isQuiet: Bool { !hasEffects && engine.isPlain && !isWatched && !Turn.isUndoable }
  /// `isQuiet`, and nothing is in progress.
  private var isIdle: Bool {
    isQuiet && order.isAtRest && !engine.isReducing && engine.hook == nil
  }

  override func send(_ action: Action) -> Run? {
    let engine = engine
    guard isPlain, order.isAtRest, !engine.isReducing, engine.isPlain, !isWatched,
      !Turn.isUndoable
    else { return sendThroughMiddleware(action) }
    order.isSending = true
    if engine.isAnimated { engine.animation = nil }
    steps.reduce(action)
    if order.isWaitedFor { drain() } else { order.isSending = false }
    return nil
  }

  private func sendThroughMiddleware(_ action: Action) -> Run? {
    guard let pass = steps.passOne, isIdle else { return send([action], Origin()) }
    order.isSending = true
    if let passed = pass(action, mayGoOn) { carryOut(passed: passed) }
    if order.isWaitedFor { drain() } else { order.isSending = false }
    return nil
  }

  override func sendAll(_ actions: [Action]) -> Run? {
    guard isIdle else { return send(actions, Origin()) }
    order.isSending = true
    if let pass = steps.passAll {
      if let passed = pass(actions, mayGoOn) { carryOut(passed: passed) }
    } else {
      if engine.isAnimated { engine.animation = nil }
      steps.reduceAll(actions)
    }
    if order.isWaitedFor { drain() } else { order.isSending = false }
    return nil
  }

  override func send(_ actions: [Action], _ origin: Origin) -> Run? {
    if engine.isOver || actions.isEmpty && origin.collected == nil { return nil }
    if let derivation = Turn.derivation, !stored.isMadeHere {
      Misuse.report(.writeInDerivation(derivation: derivation, property: engine.name))
      return nil
    }
    if !engine.acceptsActions || engine.isReplaying {
      for action in actions { engine.emit(.refused(action)) }
      origin.collected?.refuse { engine.emit(.refused($0)) }
      return nil
    }
    var origin = origin
    if let parent = origin.parent, parent.isOver {
      if parent.isCancelled { return nil }
      // A middleware may keep its `send` closure longer than the run exists.
      origin.parent = nil
    }
    let depth = depth(of: origin)
    let admission = order.admit(depth)
    if admission != .admitted {
      if admission == .tooLong {
        let action = actions.first.map { String(describing: $0) } ?? "collected ones"
        report(runaway: action, depth)
      }
      origin.collected?.refuse { engine.emit(.refused($0)) }
      return nil
    }
    origin.cause = origin.cause ?? (origin.parent == nil ? engine.causeOutside : .effect)
    // A collecting dispatch needs a run, to wait for work that is deferred to a commit.
    let isCollected = origin.parent?.collector != nil
    let run = effects.isEmpty && !isCollected ? nil : Run(engine, parent: origin.parent)
    let entry = Entry(actions: actions, origin: origin, run: run)
    if order.isInner {
      // The inner transaction may be rolled back before the entry is carried out.
      Turn.afterCommit { [self] in enqueue(entry, depth) }
      Turn.afterRollback { run?.cancel() }
    } else {
      enqueue(entry, depth)
    }
    return run
  }

  /// Returns the length of the chain of actions that caused one another, including this one.
  ///
  /// Actions that one dispatch sends one after the other do not lengthen the chain.
  private func depth(of origin: Origin) -> Int {
    let next = order.nextDepth
    guard let dispatch = origin.dispatch else { return next }
    let first = dispatch.depth ?? next
    dispatch.depth = first
    return min(first, next)
  }

  private func enqueue(_ entry: Entry, _ depth: Int) {
    // An action waits for a reducer or an edit, too.
    let mustWait = order.mustWait || engine.isReducing
    if mustWait || order.isWaitedFor {
      order.wait(with: entry, depth)
      if !mustWait { goOn() }
      return
    }
    order.begin(depth)
    carryOut(entry)
    goOn()
  }

  private func goOn() {
    order.begin()
    drain()
  }

  /// Carries out the waiting actions in order, including actions that are sent meanwhile.
  private func drain() {
    // Each entry is released in its iteration, so actions that a `deinit` sends wait, too.
    while let entry = order.next() { carryOut(entry) }
  }

  /// Runs `body` once it can no longer be rolled back, after all work that was deferred before it.
  ///
  /// Outside a transaction, `body` runs immediately, or after the deferred work in progress. So if
  /// a listener sends an action or writes, the work for it comes next, also during a commit.
  func whenCertain(_ body: @escaping () -> Void) {
    let body = engine.isReplaying ? whileReplaying(body) : body
    guard let transaction = Turn.outermostTransaction else { return doInOrder(body, of: nil) }
    if order.commit == nil {
      order.commit = transaction
      Turn.afterTransaction { [self] in endCommit() }
    }
    Turn.afterCommit { [self] in doInOrder(body, of: transaction) }
  }

  private func whileReplaying(_ body: @escaping () -> Void) -> () -> Void {
    { [engine] in
      engine.replays += 1
      body()
      engine.replays -= 1
    }
  }

  private func doInOrder(_ body: @escaping () -> Void, of transaction: UInt64?) {
    guard order.tell(body, of: transaction) else { return }
    body()
    if order.told() { doLate() }
  }

  private func doLate() {
    while let body = order.nextLate() { body() }
    // A captured object may have a `deinit` that sends an action.
    withExtendedLifetime(order.toldLate()) {}
  }

  private func endCommit() {
    order.commit = nil
    if order.isTelling { return }
    doLate()
    if order.canGoOn { goOn() }
  }

  func carryOut(_ entry: Entry) {
    if let step = entry.step { return step() }
    guard !engine.isOver, !(entry.run?.isOver ?? false) else { return }
    if entry.origin.isReplaced {
      entry.origin.collected?.refuse { engine.emit(.refused($0)) }
      entry.run?.cancel()
      return
    }
    let actions = passed(entry.actions, entry.origin)
    engine.animation = entry.origin.animation
    // In a batch, so that policies act before observers see the change.
    batch {
      entry.origin.collected?.carryOut()
      for (index, passed) in actions.enumerated() {
        for action in passed { commit(action, index, entry) }
      }
    }
    guard let run = entry.run else { return }
    // Ends after its effects have begun.
    whenCertain { run.end() }
    Turn.afterRollback { run.cancel() }
  }

  func commit(_ action: Action, _ index: Int, _ entry: Entry) {
    let origin = entry.origin
    if let collector = origin.parent?.collector, collector.isOpen {
      whenCertain { [self] in
        collector.add(action) { [self] in reduce(action, index, origin) }
      }
    } else {
      reduce(action, index, origin)
    }
    guard let run = entry.run, !effects.isEmpty else { return }
    if !Turn.isUndoable {
      return whenCertain { [self] in
        for effect in effects { start(effect, for: action, run) }
      }
    }
    for effect in effects {
      // Looks up the part now: at the commit, another part may be in its place.
      guard let lives = effect.lives(in: self, action, engine.parts) else { continue }
      whenCertain { [self] in start(effect, for: action, run, in: lives) }
    }
  }

  private func reduce(_ action: Action, _ index: Int, _ origin: Origin) {
    if !isWatched, !engine.isHeard, !origin.isHeard {
      end(engine.change { steps.reduce(action) })
    } else {
      let old = stored.peek()
      let lives = engine.change { steps.reduce(action) }
      defer { end(lives) }
      let commit = Commit(
        action: action, cause: origin.cause ?? .user, previous: old, state: stored.peek())
      announce(commit) { origin.tell(index, old, commit.state, commit.cause) }
    }
  }

  /// Ends the effects and hooks of removed parts, before observers see the removal.
  private func end(_ lives: [PartLife]) {
    if !lives.isEmpty { whenCertain { PartLife.end(lives) } }
  }

  // MARK: - Effects

  override func cancel(_ id: AnyHashable) {
    let number = engine.takeNumber()
    Turn.afterCommit { [self] in
      engine.groups.cancel(id)
      guard let first = order.first?.number, first < number else { return }
      // The effects of actions that are still queued, and were sent before this call, are cancelled
      // when they begin. Effects of later actions are not.
      let cancel = { [self] in
        whenCertain { [engine] in engine.groups.cancel(id, causedBy: first..<number) }
      }
      let entry = Entry(actions: [], origin: Origin(), run: nil, step: cancel, first: first)
      enqueue(entry, order.depth)
    }
  }

  private func report(runaway action: String, _ depth: Int) {
    let sender = engine.hook.map { " by the hook \($0)" } ?? ""
    Misuse.report(
      .runawayActions(store: engine.name, action: action + sender, depth: depth))
  }

  // MARK: - Writing

  override func write(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    if engine.isOver || engine.isReplaying && cause != .replay { return }
    if engine.isReducing {
      Misuse.report(.overlappingAccess(property: engine.name))
      return
    }
    let admission = order.admitWrite()
    if admission == .tooLong {
      report(runaway: "a write", order.lateDepth)
    }
    if admission != .admitted { return }
    engine.animation = animation
    if !isWatched, !engine.isHeard {
      if engine.hasPartWatches {
        batch { end(engine.change { steps.edit(edit) }) }
      } else {
        steps.edit(edit)
      }
    } else {
      batch {
        let old = stored.peek()
        let lives = engine.change { steps.edit(edit) }
        defer { end(lives) }
        announce(Commit(action: nil, cause: cause, previous: old, state: stored.peek()))
      }
    }
    if order.canGoOn { goOn() }
  }

  /// Notifies watchers and listeners of a change when it is certain, before observers see it.
  private func announce(_ commit: Commit<State, Action>, _ then: @escaping () -> Void = {}) {
    whenCertain { [self] in
      tell(commit)
      then()
      if !engine.isHeard { return }
      if let action = commit.action { engine.emit(.action(action, commit.cause)) }
      if !isUnchanged(commit.previous, commit.state) {
        engine.emit(.changed(from: commit.previous, to: commit.state, commit.cause))
      }
    }
  }
}
