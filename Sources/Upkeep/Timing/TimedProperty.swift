/// A property that shows another one's value later, or less often, by a clock: `debounced`, `throttled` or `delayed`.
///
///     let clock = ManualClock()
///     let text = StoredProperty("")
///     let query = text.debounced(for: .milliseconds(300), clock: clock)
///
///     text.value = "tea"
///     print(query.value, query.isPending)  // nothing yet, true
///     clock.advance(by: .milliseconds(300))
///     print(query.value, query.isPending)  // tea false
///
/// It begins with the value that its source has when it is made. From then on until it is dropped it follows the source as
/// an effect does, whether somebody needs it or not: a derived source is computed at each change, a source with a
/// `livenessHandler` is switched on. So a read is as true as what an effect sees, and pausing who reads it changes nothing.
/// Dropped, it waits for the clock no more.
///
/// A change is one that a turn ends with, or a round of it. A batch is one change, and none if it ends where it began; what
/// an undone transaction did is none. A moment that comes inside a batch which has changed the source, or inside a
/// transaction, is looked at when that has ended. What the source's rule calls a change begins a waiting; if this
/// property's own rule calls the value unchanged from the one that shows, nothing waits.
///
/// It belongs to the isolation in which it is made, and its timers end there; made where the compiler knows of none, to the
/// actor on which its source changes first. Where no actor runs, hand in a `ManualClock`: otherwise the first change that
/// had to wait is reported, and from then on it shows its source without waiting. A duration of zero or less is no waiting
/// at all; one that is more than the clock has left never ends.
///
/// Of several moments that one `advance` of a `ManualClock` passes, each comes at its time; but a property that follows
/// another timed one learns of them when the clock shows the new time.
///
/// - Complexity: five nodes. A change of the source costs the run of an effect and a write. One timer at most waits for the
///   clock, however often the source changes.
public final class TimedProperty<Value>: Property<Value> {
  // SAFETY: retained by `init`, given back in `deinit`.
  private let sourceReference: Unmanaged<Property<Value>>
  var source: Property<Value> { sourceReference.takeUnretainedValue() }
  let timing: Timing
  let duration: Duration
  let scheduler: any Scheduler
  let state: StoredProperty<TimedState<Value>>
  private let pendingness: DerivedProperty<Bool>

  /// The changes that are on their way, if it delays them.
  var queue = TimedQueue<Value>()
  /// The moment at which a waiting ends, if it debounces: the alarm may ring earlier, and is set anew then.
  var deadline: (any Deadline)?
  /// The timer that waits for the clock.
  var alarm: AnyObject?
  /// The alarm has rung, and that was not looked at yet.
  var isOverdue = false
  /// Owns the effect that follows the source.
  let updater = Updater()
  var follower: EffectToken?

  init(
    _ source: Property<Value>, _ timing: Timing, _ duration: Duration,
    _ scheduler: any Scheduler, _ rule: ChangeRule<Value>?, _ name: String?,
    _ file: StaticString, _ line: UInt
  ) {
    let label = Label(name, file, line)
    sourceReference = .passRetained(source)
    self.timing = timing
    self.duration = duration
    self.scheduler = scheduler
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    let isOpen = timing.showsFirst || duration <= .zero
    let state = StoredProperty(
      TimedState(showing: Stamped(peekingAt: source), isOpen: isOpen), changes: .always,
      name: name, file: file, line: line)
    self.state = state
    pendingness = DerivedProperty(label) {
      timing.showsLater && state.read().isPending(behind: source, timing, unless: isUnchanged)
    }
    super.init(
      [.tracked(by: rule), .derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    // Where no rule tells values apart their versions do: the end of an interval is no change.
    let areSame: (Stamped<Value>, Stamped<Value>) -> Bool = {
      $0.version == $1.version || isUnchanged($0.value, $1.value)
    }
    let choice = DerivedProperty([.hasOwnRule], label, isUnchanged: areSame)
    choice.install({ state.read().choice(from: source) }, unless: areSame)
    node.install { node, context in
      Self.finish(choice.read().value, of: node, context, unless: isUnchanged)
    }
    if duration > .zero { Turn.afterTransaction { [weak self] in self?.start() } }
  }

  deinit {
    // Not with the object: in a chain each release would nest in the one before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(sourceReference.toOpaque()))
  }

  /// Whether the source has changed and that is to show later.
  ///
  /// False once the source has come back to the value that shows; and always where only the first change of an interval
  /// shows, for nothing that was passed over shows later.
  ///
  /// Reading it is tracked like reading a value.
  public var isPending: Bool { pendingness.read() }
}
