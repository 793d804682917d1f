import Upkeep
import UpkeepScope

/// All of a state, with its changes: carries out one action after the other.
final class StoreCore<State, Action>: StoreSource<State, Action> {
  /// The number of actions that may be sent because of one another without an end.
  static var maximumDepth: Int { 1_000 }
  /// The limit of the number that waits, times the number sent because of one another until there:
  /// where each sends several, there are too many long before the depth is reached.
  static var maximumBreadth: Int { 1_000_000 }

  private let stored: StoredProperty<State>
  let steps: StoreSteps<State, Action>
  private let isUnchanged: (State, State) -> Bool
  private let effects: [ActionEffect<State, Action>]

  // SAFETY: a byte, read and written whole.
  /// An action is being carried out.
  @exclusivity(unchecked) private var isSending = false
  /// The transaction in which that was begun, if in one.
  private var transaction: UInt64?
  /// The outermost transaction that has left something of this store's to its commit.
  private var commit: UInt64?
  /// Somebody is being told, or effects begin.
  private var isTelling = false
  /// Steps that came up in the midst of that, or of the commit, each with the number of steps that have caused one another.
  private var late: [(body: () -> Void, depth: Int)] = []
  /// That number of the one that is being done.
  private var lateDepth = 0
  /// Writes do not come to rest, which was reported: those that are made because of others are refused.
  private var areWritesRunningAway = false
  /// The transaction is over, and what it has left to its commit is not done yet.
  private var isCommitting: Bool { commit != nil && commit != Turn.outermostTransaction }
  /// Actions may have effects.
  private let hasEffects: Bool
  /// There are neither effects nor middleware.
  private let isPlain: Bool
  private var queue = Queue<Entry>()
  // SAFETY: a byte, read and written whole.
  /// Something is in the queue.
  ///
  /// To ask the queue itself, generic code would look up its type.
  @exclusivity(unchecked) private var isWaitedFor = false
  private var depth = 0
  /// Actions do not come to rest, which was reported: nothing is sent any more because of others.
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

  /// Whether an action is nothing but a change of the state, of which nobody is told but those who
  /// follow it.
  var isQuiet: Bool { !hasEffects && engine.isPlain && !isWatched && !Turn.isUndoable }
  /// The same, and nothing is under way.
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
      // A middleware may keep the closure that it sends with.
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
    // Whoever collects waits for what a transaction has left to its commit.
    let isCollected = origin.parent?.collector != nil
    let run = effects.isEmpty && !isCollected ? nil : Run(engine, parent: origin.parent)
    let entry = Entry(actions: actions, origin: origin, run: run, depth: depth)
    let isInner =
      isSending
      ? Turn.transaction != transaction : (isCommitting || isTelling) && Turn.isUndoable
    if isInner {
      // It may be undone before its turn comes.
      Turn.afterCommit { [self] in enqueue(entry) }
      Turn.afterRollback { run?.cancel() }
    } else {
      enqueue(entry)
    }
    return run
  }

  /// The number of actions sent because of one another, with the one that is being sent.
  ///
  /// Those that a dispatch sends one after the other are not sent because of one another.
  private func depth(of origin: Origin) -> Int {
    let next = isSending || isTelling ? max(depth, lateDepth) + 1 : 0
    guard let dispatch = origin.dispatch else { return next }
    let first = dispatch.depth ?? next
    dispatch.depth = first
    return min(first, next)
  }

  private func enqueue(_ entry: Entry) {
    // An action sent during a write, while somebody is told or during a commit waits for the end of that.
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

  /// Carries out the actions that wait, in order, with those that come meanwhile.
  private func drain() {
    // An entry goes at the end of its turn: actions of its `deinit` wait like the rest.
    while let entry = queue.popFirst() {
      depth = entry.depth
      carryOut(entry)
    }
    depth = 0
    isRunningAway = false
    isWaitedFor = false
  }

  /// Does something when it is certain that what it is about will not be undone, and whatever was certain before is done.
  ///
  /// So whoever is told and sends, or writes, is the next, in a transaction's commit and elsewhere.
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
    // What they hold may have a `deinit` that sends.
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
    // Before effects run, so that policies have acted when somebody sees the change.
    batch {
      entry.origin.collected?.carryOut()
      for (index, passed) in actions.enumerated() {
        for action in passed { commit(action, index, entry) }
      }
    }
    guard let run = entry.run else { return }
    // Not before its effects have begun.
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
      // Its part may be another one at the commit.
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

  /// Ends what was begun for parts that have gone, before observers see that.
  private func end(_ lives: [PartLife]) {
    if !lives.isEmpty { whenCertain { PartLife.end(lives) } }
  }

  // MARK: - Effects

  override func cancel(_ id: AnyHashable) {
    let number = engine.takeNumber()
    Turn.afterCommit { [self] in
      engine.groups.cancel(id)
      guard let first = queue.first?.number, first < number else { return }
      // What waits was sent before, and its effects are to end as they begin; others are not.
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

  /// Tells of a change when it is certain, and before observers see it.
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
