import Upkeep
import UpkeepScope

/// One effect of an action, or all that one `send` has caused: what a handle waits for or cancels.
///
/// It is over when its own part has ended and all that was caused by it is over; or at once when it is cancelled, for then
/// nothing can come of it any more, even if its code has not returned.
final class Run: Undertaking {
  /// What it performs; nil for all that one `send` has caused.
  let effect: Effect?
  /// Whose effect it is.
  private let action: Any?
  private let engine: StoreEngine
  /// The order in which runs were made.
  let number: Int
  /// What has caused it.
  private(set) weak var parent: Run?
  private var children: [ObjectIdentifier: Run] = [:]
  /// Its own part has ended.
  private var hasEnded = false
  private(set) var isOver = false
  private(set) var isCancelled = false
  private var isParked = false
  // SAFETY: compared, never followed.
  /// What runs it.
  private var executor: UnsafeMutableRawPointer?
  private var task: Task<Void, Never>?
  private var alarm: AnyObject?
  private var whenEnded: [() -> Void] = []
  private var whenOver: [() -> Void] = []
  private var listeners: [(signal: AsyncStream<Void>.Continuation, effect: UndertakingReference?)] =
    []

  init(_ engine: StoreEngine, parent: Run?, effect: Effect? = nil, of action: Any? = nil) {
    self.engine = engine
    self.effect = effect
    self.action = action
    number = engine.takeNumber()
    parent?.adopt(self)
    if parent == nil { engine.runs[ObjectIdentifier(self)] = self }
    if effect != nil { engine.activity.begin(self) }
  }

  /// The actions whose effects have yet to end: its own, and those that it has caused, in order.
  var openActions: [Any] {
    var actions: [Any] = []
    var waiting = [self]
    while let run = waiting.popLast() {
      if run.isOpen, let action = run.action { actions.append(action) }
      waiting += run.children.values.sorted { $0.number > $1.number }
    }
    return actions
  }

  /// Whether its own part has yet to end.
  var isOpen: Bool { !hasEnded && !isOver }

  // MARK: - Beginning

  /// Begins its own part, on the actor that runs the caller.
  func begin(_ body: nonisolated(nonsending) @escaping (Run) async -> Void) {
    if isOver { return }
    alarm = nil
    park(false)
    let start = Start(run: self, body: body)
    task = engine.time.isolation(for: engine.name).assumeIsolated { start.task(on: $0) }
  }

  /// Calls a closure after a time, unless it is cancelled before.
  func wait(for duration: Duration, then body: @escaping () -> Void) {
    park(true)
    alarm = engine.time.keeper(for: engine.name).deadline(after: duration).alarm(body)
  }

  /// Waits behind others.
  func waitForOthers() { park(true) }

  /// Stops the program if its code runs elsewhere than where the store is used.
  func checkIsolation() {
    if executor == Isolation.identity { return }
    Misuse.stop(.noIsolation(definition: engine.name))
  }

  // MARK: - Ending

  /// Its own part has ended.
  func end() {
    if hasEnded || isOver { return }
    hasEnded = true
    task = nil
    if effect != nil { engine.activity.end(self) }
    tellOthers()
    endIfNothingIsLeft()
  }

  /// Ends it, and all that was caused by it, without a further change.
  func cancel() {
    if isOver { return }
    isCancelled = true
    isOver = true
    let (task, alarm, children) = (task, alarm, children.values)
    self.task = nil
    self.alarm = nil
    self.children = [:]
    for child in children.sorted(by: { $0.number < $1.number }) { child.cancel() }
    task?.cancel()
    withExtendedLifetime(alarm) {}
    if effect != nil { engine.activity.end(self) }
    tellOthers()
    leave()
  }

  private func endIfNothingIsLeft() {
    if isOver || !hasEnded || !children.isEmpty { return }
    isOver = true
    leave()
  }

  private func leave() {
    engine.runs[ObjectIdentifier(self)] = nil
    let waiting = listeners
    listeners = []
    for listener in waiting {
      listener.effect?.parkIfHere(false)
      listener.signal.finish()
    }
    let bodies = whenOver
    whenOver = []
    for body in bodies { body() }
    if let parent {
      // A `send` is cancelled with what it has caused.
      if isCancelled, parent.effect == nil { parent.isCancelled = true }
      parent.children[ObjectIdentifier(self)] = nil
      parent.endIfNothingIsLeft()
    }
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
    let (changes, signal) = AsyncStream<Void>.makeStream()
    // An effect that waits for another one goes on only with that.
    let effect = CurrentUndertaking.reference
    effect?.parkIfHere(true)
    defer { effect?.parkIfHere(false) }
    listeners.append((signal, effect))
    for await _ in changes {}
  }

  // MARK: - Who has caused it

  private func adopt(_ child: Run) {
    child.parent = self
    children[ObjectIdentifier(child)] = child
  }

  /// Makes what was caused by a run that is about to be cancelled go on by itself.
  func leave(to ancestor: Run) {
    var top = self
    while let parent = top.parent, parent !== ancestor { top = parent }
    guard top.parent === ancestor else { return }
    ancestor.children[ObjectIdentifier(top)] = nil
    top.parent = nil
    if let next = ancestor.parent {
      next.adopt(top)
    } else {
      engine.runs[ObjectIdentifier(top)] = top
    }
  }

  // MARK: - As an undertaking

  var canGoOnByItself: Bool { !isParked }

  func park(_ isParked: Bool) {
    if self.isParked == isParked { return }
    self.isParked = isParked
    engine.activity.change()
  }

  // SAFETY: made on the actor that owns the store, and used by the task, which runs there.
  private struct Start: @unchecked Sendable {
    let run: Run
    let body: nonisolated(nonsending) (Run) async -> Void

    func task(on owner: isolated any Actor) -> Task<Void, Never> {
      // A task inherits what is current where it is made.
      CurrentUndertaking.$reference.withValue(UndertakingReference(run, on: owner)) {
        Task {
          // So it begins where it belongs, and not elsewhere.
          _ = owner
          await take(on: owner)
        }
      }
    }

    private func take(on owner: isolated any Actor) async {
      if run.isOver { return }
      run.executor = Isolation.identity
      await body(run)
      run.end()
    }
  }
}
