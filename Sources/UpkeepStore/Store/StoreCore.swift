import Upkeep
import UpkeepScope

/// The source of a whole state, which carries out one action after the other.
final class StoreCore<State, Action>: StoreSource<State, Action> {
  /// The longest chain of actions that cause one another.
  static var maximumDepth: Int { 1_000 }
  /// The limit of the number of waiting actions times their depth.
  ///
  /// If each action sends several, the queue grows too long well before `maximumDepth`.
  static var maximumBreadth: Int { 1_000_000 }

  private let stored: StoredProperty<State>
  let steps: StoreSteps<State, Action>
  private let isUnchanged: (State, State) -> Bool
  private let effects: [ActionEffect<State, Action>]

  // SAFETY: a byte, read and written whole.
  /// An action is being carried out.
  @exclusivity(unchecked) private var isSending = false
  /// The transaction in which the current action began; nil if none.
  private var transaction: UInt64?
  /// The outermost transaction to whose commit this store has deferred work; nil if none.
  private var commit: UInt64?
  /// Deferred work runs: listeners are notified, or effects begin.
  private var isTelling = false
  /// Work deferred while `isTelling` or during a commit, with the length of its chain of causes.
  private var late: [(body: () -> Void, depth: Int)] = []
  /// The depth of the item of `late` that runs.
  private var lateDepth = 0
  /// A loop of writes was reported; until it comes to rest, further writes in it are refused.
  private var areWritesRunningAway = false
  /// A transaction has ended, but the work that it deferred to its commit has not.
  private var isCommitting: Bool { commit != nil && commit != Turn.outermostTransaction }
  private let hasEffects: Bool
  /// The store has neither effects nor middleware.
  private let isPlain: Bool
  private var queue = Queue<Entry>()
  // SAFETY: a byte, read and written whole.
  /// The queue is not empty.
  ///
  /// A stored flag, because unspecialized code would look up the queue's type for each check.
  @exclusivity(unchecked) private var isWaitedFor = false
  private var depth = 0
  /// A loop of actions was reported; until it comes to rest, actions that others cause are refused.
  private var isRunningAway = false

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
    isQuiet && !isSending && !isTelling && commit == nil && !engine.isReducing
      && engine.hook == nil
  }

  override func send(_ action: Action) -> Run? {
    let engine = engine
    guard isPlain, !isSending, !isTelling, commit == nil, !engine.isReducing, engine.isPlain,
      !isWatched, !Turn.isUndoable
    else { return sendThroughMiddleware(action) }
    isSending = true
    if engine.isAnimated { engine.animation = nil }
    steps.reduce(action)
    if isWaitedFor { drain() }
    isSending = false
    return nil
  }

  private func sendThroughMiddleware(_ action: Action) -> Run? {
    guard let pass = steps.passOne, isIdle else { return send([action], Origin()) }
    isSending = true
    if let passed = pass(action, mayGoOn) { carryOut(passed: passed) }
    if isWaitedFor { drain() }
    isSending = false
    return nil
  }

  override func sendAll(_ actions: [Action]) -> Run? {
    guard isIdle else { return send(actions, Origin()) }
    isSending = true
    if let pass = steps.passAll {
      if let passed = pass(actions, mayGoOn) { carryOut(passed: passed) }
    } else {
      if engine.isAnimated { engine.animation = nil }
      steps.reduceAll(actions)
    }
    if isWaitedFor { drain() }
    isSending = false
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
    if depth > 1, isRunningAway {
      origin.collected?.refuse { engine.emit(.refused($0)) }
      return nil
    }
    if depth > Self.maximumDepth
      || depth > 1 && depth * queue.count > Self.maximumBreadth
    {
      isRunningAway = true
      let action = actions.first.map { String(describing: $0) } ?? "collected ones"
      Misuse.report(.runawayActions(store: engine.name, action: action, depth: depth))
      origin.collected?.refuse { engine.emit(.refused($0)) }
      return nil
    }
    origin.cause = origin.cause ?? (origin.parent == nil ? engine.causeOutside : .effect)
    // A collecting dispatch needs a run, to wait for work that is deferred to a commit.
    let isCollected = origin.parent?.collector != nil
    let run = effects.isEmpty && !isCollected ? nil : Run(engine, parent: origin.parent)
    let entry = Entry(actions: actions, origin: origin, run: run, depth: depth)
    let isInner =
      isSending
      ? Turn.transaction != transaction : (isCommitting || isTelling) && Turn.isUndoable
    if isInner {
      // The inner transaction may be rolled back before the entry is carried out.
      Turn.afterCommit { [self] in enqueue(entry) }
      Turn.afterRollback { run?.cancel() }
    } else {
      enqueue(entry)
    }
    return run
  }

  /// Returns the length of the chain of actions that caused one another, including this one.
  ///
  /// Actions that one dispatch sends one after the other do not lengthen the chain.
  private func depth(of origin: Origin) -> Int {
    let next = isSending || isTelling ? max(depth, lateDepth) + 1 : 0
    guard let dispatch = origin.dispatch else { return next }
    let first = dispatch.depth ?? next
    dispatch.depth = first
    return min(first, next)
  }

  private func enqueue(_ entry: Entry) {
    // An action waits for a reducer or an edit, for listeners, and for a commit.
    let mustWait = isSending || isTelling || isCommitting || engine.isReducing
    if mustWait || isWaitedFor {
      queue.append(entry)
      isWaitedFor = true
      if !mustWait { goOn() }
      return
    }
    isSending = true
    transaction = Turn.transaction
    depth = entry.depth
    carryOut(entry)
    goOn()
  }

  private func goOn() {
    isSending = true
    transaction = Turn.transaction
    drain()
    transaction = nil
    isSending = false
  }

  /// Carries out the waiting actions in order, including actions that are sent meanwhile.
  private func drain() {
    // Each entry is released in its iteration, so actions that a `deinit` sends wait, too.
    while let entry = queue.popFirst() {
      depth = entry.depth
      carryOut(entry)
    }
    depth = 0
    isRunningAway = false
    isWaitedFor = false
  }

  /// Runs `body` once it can no longer be rolled back, after all work that was deferred before it.
  ///
  /// Outside a transaction, `body` runs immediately, or after the deferred work in progress. So an
  /// action or a write that a listener makes comes next, during a commit as well as otherwise.
  func whenCertain(_ body: @escaping () -> Void) {
    let body = engine.isReplaying ? whileReplaying(body) : body
    guard let transaction = Turn.outermostTransaction else { return doInOrder(body, of: nil) }
    if commit == nil {
      commit = transaction
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
    if isTelling || commit != nil && commit != transaction {
      late.append((body, lateDepth + 1))
      return
    }
    isTelling = true
    body()
    isTelling = false
    if commit == nil { doLate() }
  }

  private func doLate() {
    if late.isEmpty { return }
    var index = 0
    isTelling = true
    while index < late.count {
      let (body, depth) = late[index]
      lateDepth = depth
      body()
      index += 1
    }
    isTelling = false
    lateDepth = 0
    areWritesRunningAway = false
    if !isSending, !isWaitedFor { isRunningAway = false }
    // A captured object may have a `deinit` that sends an action.
    let done = late
    late = []
    withExtendedLifetime(done) {}
  }

  private func endCommit() {
    commit = nil
    if isTelling { return }
    doLate()
    if isWaitedFor, !isSending { goOn() }
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
      guard let first = queue.first?.number, first < number else { return }
      // The effects of actions that are still queued, and were sent before this call, are cancelled
      // when they begin. Effects of later actions are not.
      let cancel = { [self] in
        whenCertain { [engine] in engine.groups.cancel(id, causedBy: first..<number) }
      }
      enqueue(
        Entry(
          actions: [], origin: Origin(), run: nil, depth: depth, step: cancel, first: first))
    }
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
    if lateDepth >= Self.maximumDepth
      || lateDepth > 1 && lateDepth * late.count > Self.maximumBreadth
    {
      if areWritesRunningAway { return }
      areWritesRunningAway = true
      Misuse.report(
        .runawayActions(store: engine.name, action: "a write", depth: lateDepth))
      return
    }
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
    if isWaitedFor, !isSending, !isTelling, !isCommitting { goOn() }
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
