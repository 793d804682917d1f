public import Upkeep
import UpkeepScope

/// The parts of a store that do not depend on its types.
///
/// The engine outlives its store only until the code of cancelled effects has returned.
///
/// The glossary of this module, in addition to the one of `ScopeCore`:
///
/// - *Source*: A state, or a part: a field, a case or a row. A *face* is a `Store` of a source.
/// - *Commit*: One change of a state, with its action, if any, and its cause.
/// - *Effect*: A `perform` of an interactor. A *run* is one execution of an effect, or everything
///   that one `send` has caused. A *policy* orders the runs of one identity.
/// - *Hook*: A subscription of a store, with its handler.
/// - *Listener*: Receives events or commits. A *trace* is a listener that prints or logs.
/// - *Loop*: Actions that keep causing one another.
@usableFromInline
final class StoreEngine {
  let name: String
  /// The type of the whole state.
  private var stateType: Any.Type = Never.self
  let time: ScopeTime
  let pendingWork = PendingWork()
  let groups = RunGroups()
  /// The watches of the parts that own effects.
  let parts = PartTable()
  /// All watches of parts, and their number.
  private var partWatches = WeakList<PartWatch>()
  private var partWatchCount = 0
  /// The runs that are not over and have no parent.
  var runs: [ObjectIdentifier: Run] = [:]
  private(set) var isOver = false { didSet { updatePlainness() } }
  private var runsMade = 0
  private var hasReportedIsolation = false

  // SAFETY: a byte, read and written whole.
  /// A reducer or an edit runs.
  @usableFromInline @exclusivity(unchecked) var isReducing = false
  /// The name of the hook whose handler runs.
  private(set) var hook: String?
  /// The subscriptions of the hooks; released when the store ends.
  var hookHost: AnyObject?
  /// Whether a recording is replayed: hooks do not fire, and only the replay changes the state.
  var isReplaying: Bool { replays > 0 }
  /// The number of recordings that are being replayed.
  var replays = 0 { didSet { updatePlainness() } }
  private(set) var acceptsActions = true { didSet { updatePlainness() } }
  /// Tracks `acceptsActions`; nil until the first tracked read.
  private var acceptance: StoredProperty<Bool>?
  // SAFETY: a byte, read and written whole.
  /// No listener exists, and nothing refuses actions.
  @exclusivity(unchecked) private(set) var isPlain = true

  /// The properties of fields that Observation tracks, each with the number of its tracked reads.
  ///
  /// Retained here, because possibly nothing else retains them.
  private var tracked: [ObjectIdentifier: (property: UntypedProperty, count: Int)] = [:]

  /// Retains a property as long as Observation tracks it.
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
      // Released only now, because its `deinit` may call back into the store.
      withExtendedLifetime(old) {}
    }
  }
  private var lastAnimation: Any?
  // SAFETY: a byte, read and written whole.
  /// The last change had an animation.
  @exclusivity(unchecked) private(set) var isAnimated = false

  private var listeners = Listeners<StoreEvent>() { didSet { updatePlainness() } }
  private var traceListener: Listener<StoreEvent>?
  private(set) var trace: Trace?
  private var endings = WeakList<AnyObject>()
  /// The updater of the effects that feed sequences of the store's values; they end with the store.
  private(set) lazy var readers = Updater()

  let file: StaticString
  let line: UInt

  @usableFromInline
  init(
    _ clock: some Clock<Duration>, _ name: String?, _ file: StaticString, _ line: UInt,
    _ isolation: (any Actor)?
  ) {
    self.name = name ?? "the store of \(file):\(line)"
    self.file = file
    self.line = line
    time = ScopeTime(clock, isolation)
  }

  /// Creates the property that holds the state.
  @usableFromInline
  func property<State>(_ state: State, _ rule: ChangeRule<State>?) -> StoredProperty<State> {
    stateType = State.self
    if let rule {
      return StoredProperty(state, changes: rule, name: name, file: file, line: line, column: 0)
    }
    return StoredProperty(state, name: name, file: file, line: line, column: 0)
  }

  /// Returns whether actions edit the state in place, because it is not compared.
  @usableFromInline
  func editsInPlace<State>(_ state: State, _ rule: ChangeRule<State>?) -> Bool {
    rule?.countsEverything ?? isIncomparable(state)
  }

  /// Whether the store accepts actions; tracked if an effect or a derived value reads it.
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
        // A reader that began to track the property since then has seen the undone value.
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

  /// Whether effects or hooks exist for a part of the state that may be missing.
  var hasPartWatches: Bool { partWatchCount > 0 }

  func add(_ watch: PartWatch) {
    partWatches.append(watch)
    partWatchCount += 1
  }

  func removePartWatch() { partWatchCount -= 1 }

  /// Performs one change of the state.
  ///
  /// - Returns: The lives of the parts that the change has removed or replaced.
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

  /// Ends the store: cancels everything that it has begun, and refuses further changes.
  func shutDown() {
    if isOver { return }
    isOver = true
    hookHost = nil
    readers.cancel()
    cancelRuns()
    let last = endings
    endings = WeakList()
    for ending in last.objects { (ending as? any EndingWithStore)?.end() }
    // Released only now, because their `deinit` may call back into the store.
    let hearing = (listeners, trace)
    (listeners, trace, traceListener) = (Listeners(), nil, nil)
    withExtendedLifetime(hearing) {}
  }

  /// Whether an actor can run effects; the first time that none can, reports the mistake.
  var mayRunEffects: Bool {
    if time.hasIsolation { return true }
    if !hasReportedIsolation {
      hasReportedIsolation = true
      Misuse.report(.noIsolation(definition: "an effect of \(name)"))
    }
    return false
  }

  /// Makes a run a child of another run, or a root.
  func adopt(_ run: Run, by parent: Run?) {
    run.belong(to: parent)
    runs[ObjectIdentifier(run)] = parent == nil ? run : nil
  }

  /// Cancels all runs, in the order in which they were made.
  func cancelRuns() { Run.cancel(runs.values) }

  /// Cancels the runs that were made before a number was taken.
  func cancelRuns(madeBefore number: Int) {
    Run.cancel(runs.values.filter { $0.number < number })
  }

  /// The effects that run or wait.
  var openRuns: [Run] { runs.values.sorted { $0.number < $1.number }.flatMap(\.openRuns) }

  /// Suspends for a duration, measured by the store's clock.
  ///
  /// - Throws: `CancellationError` if the task or the run is cancelled, or the store ends.
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

  /// The cause of a change that no run makes.
  var causeOutside: StoreEvent.Cause { hook.map { .hook($0) } ?? .user }

  // MARK: - Tracing

  /// Whether there are listeners for events.
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

  /// Replaces the trace; a new trace receives the current state.
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

  /// Ends an object when the store ends; the object is not retained.
  func endWithStore(_ body: any EndingWithStore) {
    if isOver { body.end() } else { endings.append(body) }
  }
}

/// An object that ends with its store.
protocol EndingWithStore: AnyObject {
  func end()
}
