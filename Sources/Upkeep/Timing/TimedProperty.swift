/// A property that shows another property's value later or less often, by a clock.
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
/// `debounced`, `throttled` and `delayed` make such a property. It begins with the value that its
/// source has at that time. It then follows the source as an effect does, until it is dropped, even
/// if nothing needs it: a derived source is computed at each change, and a source with a
/// `livenessHandler` is switched on. So a read sees what an effect would see, and pausing the
/// readers changes nothing. A dropped property no longer waits for the clock.
///
/// Only a change that is left at the end of a turn or a round counts. A batch is one change, or
/// none if it ends where it began; a rolled back transaction is none. If a moment comes inside a
/// transaction, or inside a batch that has changed the source, it takes effect at the end of the
/// transaction or batch. A change of the source waits, unless this property's own rule calls the
/// value unchanged from the one that shows.
///
/// The property belongs to the isolation in which it is made, and its timers ring there. If the
/// compiler knows of no isolation, the property belongs to the actor on which its source first
/// changes. Where no actor runs, pass a `ManualClock`: otherwise the first change that would have
/// to wait is reported, and from then on the property shows its source without waiting. A duration
/// of zero or less does not wait. A duration that is longer than the clock has left never ends.
///
/// If one `advance` of a `ManualClock` passes several moments, each comes at its own time. But a
/// property that follows another timed property sees the resulting changes only when the clock
/// shows the new time.
///
/// - Complexity: five nodes. A change of the source costs one run of an effect and a write. At most
///   one timer waits for the clock, however often the source changes.
public final class TimedProperty<Value>: Property<Value> {
  // SAFETY: retained by `init`, released in `deinit`.
  private let sourceReference: Unmanaged<Property<Value>>
  var source: Property<Value> { sourceReference.takeUnretainedValue() }
  let timing: Timing
  let duration: Duration
  let scheduler: any Scheduler
  let state: StoredProperty<TimedState<Value>>
  private let pendingness: DerivedProperty<Bool>

  /// The changes on their way, if the property delays them.
  var queue = Queue<(value: Stamped<Value>, deadline: any Deadline)>()
  /// The moment at which a debounce ends; an alarm that rings earlier is set again.
  var deadline: (any Deadline)?
  /// The timer that waits for the clock.
  var alarm: AnyObject?
  /// Whether the alarm has rung and `look` has not seen that yet.
  var isOverdue = false
  /// Owns the effect that follows the source.
  let updater = Updater()
  var follower: EffectToken?

  init(
    _ source: Property<Value>, _ timing: Timing, _ duration: Duration,
    _ scheduler: any Scheduler, _ rule: ChangeRule<Value>?, _ name: String?,
    _ file: StaticString, _ line: UInt, _ column: UInt
  ) {
    let label = Label(name, file, line, column)
    sourceReference = .passRetained(source)
    self.timing = timing
    self.duration = duration
    self.scheduler = scheduler
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    let isOpen = timing.showsFirst || duration <= .zero
    let state = StoredProperty(
      TimedState(showing: Stamped(peekingAt: source), isOpen: isOpen), changes: .always,
      name: name, file: file, line: line, column: column)
    self.state = state
    pendingness = DerivedProperty(label) {
      timing.showsLater && state.read().isPending(behind: source, timing, unless: isUnchanged)
    }
    super.init(
      [.tracked(by: rule), .derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    // If no rule can compare values, versions are compared, so that the end of an interval is no
    // change.
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
    // The source is not released with the object: in a chain, each release would nest in the one
    // before.
    // SAFETY: the reference that `init` has taken.
    Graph.releaseWithNode(Unmanaged.fromOpaque(sourceReference.toOpaque()))
  }

  /// Whether the source has a change that will show later.
  ///
  /// False once the source has returned to the value that shows. Always false with
  /// `ThrottleEdges.leading`, because a skipped value does not show later.
  ///
  /// Reading it is tracked like reading a value.
  public var isPending: Bool { pendingness.read() }
}
