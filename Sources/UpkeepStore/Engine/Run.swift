import Upkeep
import UpkeepScope

/// One execution of an effect, or everything that one `send` has caused.
///
/// The run of an effect is over when its code has ended. The run of a `send` is over when
/// everything that the `send` caused is over. A cancelled run is over immediately, even if its code
/// has not returned, because it can no longer change the store.
final class Run: WorkItem {
  /// The effect; nil for the run of a `send`.
  let effect: Effect?
  /// The action of the effect.
  let action: Any?
  private let engine: StoreEngine
  /// Increases in the order in which runs were made.
  let number: Int
  /// The number of the run that caused this run, or its own number.
  let causeNumber: Int
  /// The run that owns this run: the run that caused it, or a run that has adopted it.
  private(set) weak var parent: Run?
  /// The run that caused this run.
  private weak var origin: Run?
  private var children: [ObjectIdentifier: Run] = [:]
  /// The run's own code has ended.
  private var hasEnded = false
  private(set) var isOver = false
  private(set) var isCancelled = false
  /// A handle of this run exists.
  var isHeld = false
  /// The depth (see `StoreOrder`) of the first action that this dispatch sent; nil before that.
  var depth: Int?
  private var isParked = false
  /// The reason for which the run waits inside the store.
  private(set) var wait = Wait.none
  /// The identity under which the run runs or waits; nil if none.
  var identity: AnyHashable?
  // SAFETY: Compared, never dereferenced.
  /// The executor that runs the code.
  private var executor: UnsafeMutableRawPointer?
  private var task: Task<Void, Never>?
  private var alarm: AnyObject?
  /// The lives of the parts that own the effect; empty after the code's end or cancellation.
  private var lives: [PartLife] = []
  /// Collects the actions of this run and the runs that it causes; nil to apply them immediately.
  let collector: Collector?
  private var whenEnded: [() -> Void] = []
  private var whenOver: [() -> Void] = []
  private var waiters = Waiters()

  init(
    _ engine: StoreEngine, parent: Run?, effect: Effect? = nil, of action: Any? = nil,
    collector: Collector? = nil
  ) {
    self.engine = engine
    self.collector = collector ?? parent?.collector
    self.effect = effect
    self.action = action
    number = engine.takeNumber()
    causeNumber = parent?.number ?? number
    origin = parent
    engine.adopt(self, by: parent)
    if effect != nil { engine.pendingWork.begin(self) }
  }

  /// The unfinished effects among this run and all runs that it caused, in order.
  var openRuns: [Run] {
    var open: [Run] = []
    var waiting = [self]
    while let run = waiting.popLast() {
      if run.isOpen, run.action != nil { open.append(run) }
      waiting += run.children.values.sorted { $0.number > $1.number }
    }
    return open
  }

  /// Whether the run's own code has yet to end.
  var isOpen: Bool { !hasEnded && !isOver }

  // MARK: - Beginning

  /// The reason for which a run waits.
  enum Wait {
    case none
    /// Until the clock has reached a time.
    case clock(until: Duration)
    /// Until other effects with the same identity have ended.
    case others
  }

  /// The reason in words.
  var waitWords: String {
    switch wait {
    case .none: isParked ? "waits for something outside" : "still runs"
    case .others: "waits for another one to end"
    case .clock(let time): "waits \((time - engine.time.elapsed).inWords) of the clock"
    }
  }

  /// Starts the code on the caller's actor, or else on the actor that owns the store.
  func begin(_ body: nonisolated(nonsending) @escaping (Run) async -> Void) {
    if isOver { return }
    alarm = nil
    wait = .none
    park(false)
    let start = Start(run: self, body: body)
    // A run without an effect sends the elements of a sequence: `settle` waits only for elements
    // that have arrived.
    let jobs = effect == nil ? engine.pendingWork.outsideJobs : nil
    let owner = engine.time.isolation(for: engine.name)
    task = owner.assumeIsolated { start.task(on: $0, jobs) }
    jobs?.expect(on: owner)
  }

  /// Calls a closure after a duration, unless the run is cancelled.
  func wait(for duration: Duration, then body: @escaping () -> Void) {
    wait = .clock(until: engine.time.elapsed + duration)
    park(true)
    alarm = engine.time.alarm(after: duration, for: engine.name, body)
  }

  /// Marks the run as waiting for other effects.
  func waitForOthers() {
    wait = .others
    park(true)
  }

  /// Marks the code as waiting for the clock; with nil, as running.
  func sleep(for duration: Duration?) {
    wait = duration.map { .clock(until: engine.time.elapsed + $0) } ?? .none
    park(duration != nil)
  }

  /// Stops the program if the code runs off the actor that uses the store.
  func checkIsolation() {
    if executor == Isolation.identity { return }
    Misuse.stop(.noIsolation(definition: engine.name))
  }

  /// Registers the run with lives, any of which cancels the run when it ends.
  func live(in lives: [PartLife]) {
    self.lives = lives
    for life in lives { life.add(self) }
  }

  // MARK: - Ending

  /// Records that the run's own code has ended.
  func end() {
    if hasEnded || isOver { return }
    hasEnded = true
    task = nil
    let lives = lives
    self.lives = []
    defer { withExtendedLifetime(lives) {} }
    if effect != nil { engine.pendingWork.end(self) }
    tellOthers()
    if effect != nil || children.isEmpty { settle() }
  }

  /// Ends this run if nothing needs it any more, and then each parent in the same way.
  ///
  /// When an effect ends, its parent adopts the runs that the effect caused. When the run of a
  /// `send` has no handle, its parent adopts the run's last child. So an effect that sends its own
  /// action again and again leaves no chain of runs.
  private func settle() {
    var next: Run? = self
    while let run = next, run.hasEnded, !run.isOver,
      run.effect != nil || run.children.isEmpty || !run.isHeld && run.children.count == 1
    {
      let (parent, heirs) = (run.parent, run.children.values)
      run.children = [:]
      for child in heirs { engine.adopt(child, by: parent) }
      run.isOver = true
      run.leave()
      next = parent
    }
  }

  /// Cancels this run and all runs that it caused.
  func cancel() {
    if isOver { return }
    let parent = parent
    Run.cancel([self])
    if let parent, parent.effect != nil || parent.children.isEmpty { parent.settle() }
  }

  /// Cancels runs and all runs that they caused, in the order in which they were made.
  static func cancel(_ runs: some Sequence<Run>) {
    var (all, waiting) = ([Run](), Array(runs))
    while let run = waiting.popLast() {
      all.append(run)
      waiting += run.children.values
    }
    all.sort { $0.number < $1.number }
    for run in all { (run.isCancelled, run.isOver) = (true, true) }
    for run in all {
      let (task, alarm, lives) = (run.task, run.alarm, run.lives)
      (run.task, run.alarm, run.lives) = (nil, nil, [])
      task?.cancel()
      withExtendedLifetime((alarm, lives)) {}
      if run.effect != nil { run.engine.pendingWork.end(run) }
      run.tellOthers()
      run.leave()
    }
  }

  private func leave() {
    engine.runs[ObjectIdentifier(self)] = nil
    waiters.takeAll().resume()
    let bodies = whenOver
    whenOver = []
    for body in bodies { body() }
    parent?.children[ObjectIdentifier(self)] = nil
    // A cancelled effect also marks the `send` that caused it as cancelled.
    if isCancelled, effect != nil { origin?.isCancelled = true }
  }

  /// Calls a closure when the run's own code has ended, or the run was cancelled.
  func onEnd(_ body: @escaping () -> Void) { whenEnded.append(body) }

  /// Calls a closure when the run is over.
  func onLeave(_ body: @escaping () -> Void) { whenOver.append(body) }

  private func tellOthers() {
    let bodies = whenEnded
    whenEnded = []
    for body in bodies { body() }
  }

  /// Waits until the run is over.
  nonisolated(nonsending) func untilOver() async {
    if isOver { return }
    // An effect that waits for another run is parked until that run is over.
    let effect = CurrentWorkItem.reference
    effect?.parkIfHere(true)
    defer { effect?.parkIfHere(false) }
    for await _ in waiters.add(effect) {}
  }

  // MARK: - Causes

  /// Sets the parent of this run; nil for none.
  func belong(to parent: Run?) {
    self.parent = parent
    parent?.children[ObjectIdentifier(self)] = self
  }

  /// Detaches the runs that led to this run from an ancestor that is about to be cancelled.
  func leave(to ancestor: Run) {
    var top = self
    while let parent = top.parent, parent !== ancestor { top = parent }
    guard top.parent === ancestor else { return }
    ancestor.children[ObjectIdentifier(top)] = nil
    engine.adopt(top, by: ancestor.parent)
  }

  // MARK: - WorkItem

  var isRunnable: Bool { !isParked }

  func park(_ isParked: Bool) {
    if self.isParked == isParked { return }
    self.isParked = isParked
    engine.pendingWork.change(of: self)
  }

  // SAFETY: Made on the actor that owns the store, and used only by the task, which runs there.
  private struct Start: @unchecked Sendable {
    let run: Run
    let body: nonisolated(nonsending) (Run) async -> Void

    func task(on owner: isolated any Actor, _ jobs: OutsideJobs?) -> Task<Void, Never> {
      // A task inherits the task-local values of the code that makes it.
      CurrentWorkItem.$reference.withValue(WorkItemReference(run, on: owner)) {
        Task {
          // Captures the owner, so that the task starts on it.
          _ = owner
          await take(on: owner, jobs)
        }
      }
    }

    private func take(on owner: isolated any Actor, _ jobs: OutsideJobs?) async {
      if run.isOver { return }
      run.executor = Isolation.identity
      if let jobs {
        await jobs.run(on: owner) { await body(run) }
      } else {
        await body(run)
      }
      run.end()
    }
  }
}

extension Duration {
  /// The duration in seconds or milliseconds.
  fileprivate var inWords: String {
    let (seconds, rest) = components
    let milliseconds = rest / 1_000_000_000_000_000
    if rest == 0 { return "\(seconds) s" }
    return self == .milliseconds(seconds * 1_000 + milliseconds)
      ? "\(seconds * 1_000 + milliseconds) ms" : "\(self)"
  }
}
