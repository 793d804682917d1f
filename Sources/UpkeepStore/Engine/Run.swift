import Upkeep
import UpkeepScope

/// One effect of an action, or all that one `send` has caused, for a handle to wait for or to
/// cancel.
///
/// An effect is over when its own part has ended; all that one `send` has caused, when nothing of
/// it is left. Both are at once when they are cancelled, for then nothing can come of them any
/// more, even if code has not returned.
final class Run: WorkItem {
  /// Its effect; nil for all that one `send` has caused.
  let effect: Effect?
  /// The action that it is the effect of.
  let action: Any?
  private let engine: StoreEngine
  /// The order in which runs were made.
  let number: Int
  /// The number of the run that has caused it, or its own.
  let causeNumber: Int
  /// The run to which it belongs: the one that has caused it, or has inherited it.
  private(set) weak var parent: Run?
  /// The run that has caused it.
  private weak var origin: Run?
  private var children: [ObjectIdentifier: Run] = [:]
  /// Its own part has ended.
  private var hasEnded = false
  private(set) var isOver = false
  private(set) var isCancelled = false
  /// Somebody has its handle.
  var isHeld = false
  /// The number of actions sent because of one another until the first of a dispatch; nil before.
  var depth: Int?
  private var isParked = false
  /// The reason for which it waits inside the store.
  private(set) var wait = Wait.none
  /// Under which identity it runs or waits; nil if under none.
  var identity: AnyHashable?
  // SAFETY: compared, never followed.
  /// The executor that runs it.
  private var executor: UnsafeMutableRawPointer?
  private var task: Task<Void, Never>?
  private var alarm: AnyObject?
  /// The parts of the state that it is the effect of; none when its own code has ended, or it was
  /// cancelled.
  private var lives: [PartLife] = []
  /// Keeps the actions that it, and those that it causes, send; nil if they change the state at
  /// once.
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

  /// The effects that have yet to end: itself, and those that it has caused, in order.
  var openRuns: [Run] {
    var open: [Run] = []
    var waiting = [self]
    while let run = waiting.popLast() {
      if run.isOpen, run.action != nil { open.append(run) }
      waiting += run.children.values.sorted { $0.number > $1.number }
    }
    return open
  }

  /// Whether its own part has yet to end.
  var isOpen: Bool { !hasEnded && !isOver }

  // MARK: - Beginning

  /// The reason for which a run waits.
  enum Wait {
    case none
    /// Until the clock has come so far.
    case clock(until: Duration)
    /// Until others with the same identity have ended.
    case others
  }

  /// The same in words.
  var waitWords: String {
    switch wait {
    case .none: isParked ? "waits for something outside" : "still runs"
    case .others: "waits for another one to end"
    case .clock(let time): "waits \((time - engine.time.elapsed).inWords) of the clock"
    }
  }

  /// Begins its own part, on the actor that runs the caller.
  func begin(_ body: nonisolated(nonsending) @escaping (Run) async -> Void) {
    if isOver { return }
    alarm = nil
    wait = .none
    park(false)
    let start = Start(run: self, body: body)
    // It is not waited for, as an effect is, but what it has been given is.
    let jobs = effect == nil ? engine.pendingWork.outsideJobs : nil
    let owner = engine.time.isolation(for: engine.name)
    task = owner.assumeIsolated { start.task(on: $0, jobs) }
    jobs?.expect(on: owner)
  }

  /// Calls a closure after a time, unless it is cancelled before.
  func wait(for duration: Duration, then body: @escaping () -> Void) {
    wait = .clock(until: engine.time.elapsed + duration)
    park(true)
    alarm = engine.time.alarm(after: duration, for: engine.name, body)
  }

  /// Waits behind others until it begins.
  func waitForOthers() {
    wait = .others
    park(true)
  }

  /// Its code waits for the clock, or goes on: nil.
  func sleep(for duration: Duration?) {
    wait = duration.map { .clock(until: engine.time.elapsed + $0) } ?? .none
    park(duration != nil)
  }

  /// Stops the program if its code runs elsewhere than where the store is used.
  func checkIsolation() {
    if executor == Isolation.identity { return }
    Misuse.stop(.noIsolation(definition: engine.name))
  }

  /// Has it cancelled when one of the parts that it is the effect of goes.
  func live(in lives: [PartLife]) {
    self.lives = lives
    for life in lives { life.add(self) }
  }

  // MARK: - Ending

  /// Its own part has ended.
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

  /// Leaves, and so do those that have caused it, if they have ended and are not needed.
  ///
  /// A run that an effect has caused belongs from its end on to the `send` that has caused the
  /// effect, and if nobody can ask for that and nothing else is left of it, to the run that has
  /// caused it: so an effect that sends itself over and over leaves nothing behind.
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

  /// Ends it, and all that was caused by it, without a further change.
  func cancel() {
    if isOver { return }
    let parent = parent
    Run.cancel([self])
    if let parent, parent.effect != nil || parent.children.isEmpty { parent.settle() }
  }

  /// Ends runs, and all that was caused by them, in the order in which they were made.
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
    // A `send` is cancelled with one of its effects.
    if isCancelled, effect != nil { origin?.isCancelled = true }
  }

  /// Calls a closure when its own part has ended, or it was cancelled.
  func onEnd(_ body: @escaping () -> Void) { whenEnded.append(body) }

  /// Calls a closure when it is over.
  func onLeave(_ body: @escaping () -> Void) { whenOver.append(body) }

  private func tellOthers() {
    let bodies = whenEnded
    whenEnded = []
    for body in bodies { body() }
  }

  /// Waits until it is over.
  nonisolated(nonsending) func untilOver() async {
    if isOver { return }
    // An effect that waits for another one goes on only with that.
    let effect = CurrentWorkItem.reference
    effect?.parkIfHere(true)
    defer { effect?.parkIfHere(false) }
    for await _ in waiters.add(effect) {}
  }

  // MARK: - Causes

  /// Makes a run, or nobody, the one that has caused it.
  func belong(to parent: Run?) {
    self.parent = parent
    parent?.children[ObjectIdentifier(self)] = self
  }

  /// Makes the work caused by a run that is about to be cancelled go on by itself.
  func leave(to ancestor: Run) {
    var top = self
    while let parent = top.parent, parent !== ancestor { top = parent }
    guard top.parent === ancestor else { return }
    ancestor.children[ObjectIdentifier(top)] = nil
    engine.adopt(top, by: ancestor.parent)
  }

  // MARK: - As an item

  var isRunnable: Bool { !isParked }

  func park(_ isParked: Bool) {
    if self.isParked == isParked { return }
    self.isParked = isParked
    engine.pendingWork.change(of: self)
  }

  // SAFETY: made on the actor that owns the store, and used by the task, which runs there.
  private struct Start: @unchecked Sendable {
    let run: Run
    let body: nonisolated(nonsending) (Run) async -> Void

    func task(on owner: isolated any Actor, _ jobs: OutsideJobs?) -> Task<Void, Never> {
      // A task inherits the task-local values of the place where it is made.
      CurrentWorkItem.$reference.withValue(WorkItemReference(run, on: owner)) {
        Task {
          // So it begins where it belongs, and not elsewhere.
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
  /// As somebody would say it.
  fileprivate var inWords: String {
    let (seconds, rest) = components
    let milliseconds = rest / 1_000_000_000_000_000
    if rest == 0 { return "\(seconds) s" }
    return self == .milliseconds(seconds * 1_000 + milliseconds)
      ? "\(seconds * 1_000 + milliseconds) ms" : "\(self)"
  }
}
