public import Upkeep
import UpkeepScope

/// The parts of a store that do not depend on its types.
///
/// It outlives its store only where an effect that was cancelled is still returning.
///
/// The words of this module, besides those of `ScopeCore`:
///
/// - *Source*: all of a state, or a part of one: a field, a case, a row. A *face* is a `Store`
///   that shows a source.
/// - *Commit*: one change of a state, with its action if it has one, and its cause.
/// - *Effect*: a `perform` of an interactor. A *run* is one execution of it, or all that one `send`
///   has caused. A *policy* orders runs of one identity.
/// - *Hook*: a subscription of a store, and its handler.
/// - *Listener*: is told of events or commits. A *trace* is a listener that prints or logs.
/// - *Loop*: actions that keep causing one another.
@usableFromInline
final class StoreEngine {
  let name: String
  /// The type of the whole state.
  private var stateType: Any.Type = Never.self
  let time: ScopeTime
  let pendingWork = PendingWork()
  let groups = RunGroups()
  /// The watches of the parts that effects were begun for.
  let parts = PartTable()
  /// All watches of parts, and their number.
  private var partWatches = WeakList<PartWatch>()
  private var partWatchCount = 0
  /// The runs that are not over, and were caused by none that is not over.
  var runs: [ObjectIdentifier: Run] = [:]
  private(set) var isOver = false { didSet { updatePlainness() } }
  private var runsMade = 0
  private var hasReportedIsolation = false

  // SAFETY: a byte, read and written whole.
  /// A reducer runs.
  @usableFromInline @exclusivity(unchecked) var isReducing = false
  /// The hook whose handler runs.
  private(set) var hook: String?
  /// The subscriptions of the hooks, as long as the store exists.
  var hookHost: AnyObject?
  /// Hooks are not fired, and nothing is changed but by the replay.
  var isReplaying: Bool { replays > 0 }
  /// The number of recordings that are being replayed.
  var replays = 0 { didSet { updatePlainness() } }
  private(set) var acceptsActions = true { didSet { updatePlainness() } }
  /// The same for those who follow it; nil until somebody does.
  private var acceptance: StoredProperty<Bool>?
  // SAFETY: a byte, read and written whole.
  /// Nobody is told, and nothing refused.
  @exclusivity(unchecked) private(set) var isPlain = true

  /// The properties of fields that somebody tracks by Observation, and that nobody else may have: how many times each.
  private var tracked: [ObjectIdentifier: (property: UntypedProperty, count: Int)] = [:]

  /// Keeps a property as long as somebody tracks it.
  func keepWhileTracked(_ property: UntypedProperty) {
    let id = ObjectIdentifier(property)
    property.whenTracked { [weak self, unowned property] in
      self?.tracked[id, default: (property, 0)].count += 1
      return { [weak self] in self?.release(id) }
    }
  }

  private func release(_ id: ObjectIdentifier) {
    guard let entry = tracked[id] else { return }
    tracked[id] = entry.count > 1 ? (entry.property, entry.count - 1) : nil
  }

  /// The animation of the last change.
  var animation: Any? {
    get { lastAnimation }
    set {
      let old = lastAnimation
      lastAnimation = newValue
      isAnimated = newValue != nil
      Turn.afterRollback { [weak self] in
        defer { self?.animation = old }
        return self?.animation
      }
      // Its `deinit` finds all in order.
      withExtendedLifetime(old) {}
    }
  }
  private var lastAnimation: Any?
  // SAFETY: a byte, read and written whole.
  /// Something came with the last change.
  @exclusivity(unchecked) private(set) var isAnimated = false

  private var listeners = Listeners<StoreEvent>() { didSet { updatePlainness() } }
  private var traceListener: Listener<StoreEvent>?
  private(set) var trace: Trace?
  private var endings = WeakList<AnyObject>()
  /// The effects that end with the store: of sequences of its values.
  private(set) lazy var readers = Updater()

  private let file: StaticString
  private let line: UInt

  private init(_ time: ScopeTime, _ name: String?, _ file: StaticString, _ line: UInt) {
    self.name = name ?? "the store of \(file):\(line)"
    self.file = file
    self.line = line
    self.time = time
  }

  @usableFromInline
  convenience init<C: Clock>(
    _ clock: C, _ name: String?, _ file: StaticString, _ line: UInt, _ isolation: (any Actor)?
  ) where C.Duration == Duration {
    self.init(ScopeTime(clock, isolation), name, file, line)
  }

  @usableFromInline
  convenience init(
    _ clock: ManualClock, _ name: String?, _ file: StaticString, _ line: UInt,
    _ isolation: (any Actor)?
  ) {
    self.init(ScopeTime(clock, isolation), name, file, line)
  }

  /// Makes the property that holds the state.
  @usableFromInline
  func property<State>(_ state: State, _ rule: ChangeRule<State>?) -> StoredProperty<State> {
    stateType = State.self
    if let rule { return StoredProperty(state, changes: rule, name: name, file: file, line: line) }
    return StoredProperty(state, name: name, file: file, line: line)
  }

  /// Whether an action need not copy a state, for nothing is compared with it.
  @usableFromInline
  func editsInPlace<State>(_ state: State, _ rule: ChangeRule<State>?) -> Bool {
    rule?.countsEverything ?? isIncomparable(state)
  }

  /// Whether actions are accepted; followed where it is read inside an effect or a derived value.
  var acceptsActionsTracked: Bool {
    get { Turn.isTracking ? madeAcceptance().value : acceptsActions }
    set {
      if let derivation = Turn.derivation {
        Misuse.report(
          .writeInDerivation(derivation: derivation, property: "acceptsActions of \(name)"))
        return
      }
      let old = acceptsActions
      Turn.afterRollback { [self] in
        acceptsActions = old
        // A reader that has begun to follow it since has begun with the undone value.
        acceptance?.value = old
      }
      acceptsActions = newValue
      acceptance?.value = newValue
    }
  }

  private func madeAcceptance() -> StoredProperty<Bool> {
    if let acceptance { return acceptance }
    let made = StoredProperty(acceptsActions, name: "acceptsActions of \(name)")
    acceptance = made
    return made
  }

  /// Whether anything was begun for a part of the state that may go.
  var hasPartWatches: Bool { partWatchCount > 0 }

  func add(_ watch: PartWatch) {
    partWatches.append(watch)
    partWatchCount += 1
  }

  func removePartWatch() { partWatchCount -= 1 }

  /// Makes one change of the state.
  ///
  /// - Returns: the lives of the parts that have gone with it, or were replaced.
  func change(_ body: () -> Void) -> [PartLife] {
    if partWatchCount == 0 {
      body()
      return []
    }
    let comparisons = partWatches.objects.map { $0.begin() }
    body()
    return comparisons.flatMap { $0() }
  }

  func takeNumber() -> Int {
    runsMade += 1
    return runsMade
  }

  /// Cancels all; nothing changes the store any more.
  func shutDown() {
    if isOver { return }
    isOver = true
    hookHost = nil
    readers.cancel()
    cancelRuns()
    let last = endings
    endings = WeakList()
    for ending in last.objects { (ending as? any EndingWithStore)?.end() }
    // Their `deinit` finds all in order.
    let hearing = (listeners, trace)
    (listeners, trace, traceListener) = (Listeners(), nil, nil)
    withExtendedLifetime(hearing) {}
  }

  /// Whether an actor runs here; reports once that none does.
  var mayRunEffects: Bool {
    if time.hasIsolation { return true }
    if !hasReportedIsolation {
      hasReportedIsolation = true
      Misuse.report(.noIsolation(definition: "an effect of \(name)"))
    }
    return false
  }

  /// Keeps a run: with the one that has caused it, or by itself.
  func adopt(_ run: Run, by parent: Run?) {
    run.belong(to: parent)
    runs[ObjectIdentifier(run)] = parent == nil ? run : nil
  }

  /// Cancels all that runs, in the order in which it began.
  func cancelRuns() { Run.cancel(runs.values) }

  /// Cancels what was begun before a number was taken.
  func cancelRuns(madeBefore number: Int) {
    Run.cancel(runs.values.filter { $0.number < number })
  }

  /// The effects that run or wait.
  var openRuns: [Run] { runs.values.sorted { $0.number < $1.number }.flatMap(\.openRuns) }

  /// The actions whose effects run or wait.
  var runningActions: [Any] {
    openRuns.compactMap(\.action)
  }

  /// Waits, by the clock of the store.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  nonisolated(nonsending) func sleep(for duration: Duration, _ run: Run? = nil) async throws {
    if duration <= .zero { return }
    let (changes, signal) = AsyncStream<Void>.makeStream()
    let alarm = time.alarm(after: duration, for: name) {
      run?.sleep(for: nil)
      signal.finish()
    }
    run?.sleep(for: duration)
    for await _ in changes {}
    withExtendedLifetime(alarm) {}
    run?.sleep(for: nil)
    if isOver || Task.isCancelled || run?.isOver ?? false { throw CancellationError() }
  }

  // MARK: - Hooks

  /// Runs the handler of a hook.
  func fire(_ name: String, _ value: Any, _ handler: () -> Void) {
    if isOver || isReplaying { return }
    emit(.hookFired(name: name, value: value))
    let outer = hook
    hook = name
    handler()
    hook = outer
  }

  /// The cause of changes without a run.
  var causeOutside: StoreEvent.Cause { hook.map { .hook($0) } ?? .user }

  // MARK: - Tracing

  /// Whether anybody hears of events.
  var isHeard: Bool { !listeners.isEmpty }

  func emit(_ event: @autoclosure () -> StoreEvent) {
    if listeners.isEmpty { return }
    let event = event()
    for listener in listeners.all { listener.hear?(event) }
  }

  func listen(_ hear: @escaping (StoreEvent) -> Void) -> Listener<StoreEvent> {
    listeners.add(hear)
  }

  func stopListening(_ listener: Listener<StoreEvent>) {
    let hear = listeners.remove(listener)
    withExtendedLifetime(hear) {}
  }

  /// Replaces the closure that is told all events.
  func trace(_ new: Trace?, beginningWith state: Any) {
    let old = trace
    defer { withExtendedLifetime(old) {} }
    trace = new
    if let traceListener { stopListening(traceListener) }
    guard let new else {
      traceListener = nil
      return
    }
    traceListener = listen { [stateType] in new.hear($0, stateType) }
    new.hear(.began(state: state), stateType)
  }

  private func updatePlainness() {
    isPlain = listeners.isEmpty && acceptsActions && !isReplaying && !isOver
  }

  // MARK: - Ending

  /// Ends something with the store; it is not kept.
  func endWithStore(_ body: any EndingWithStore) {
    if isOver { body.end() } else { endings.append(body) }
  }
}

/// Ends with its store.
protocol EndingWithStore: AnyObject {
  func end()
}
