internal import Observation
import UpkeepThread

// An `@Observable` model announces a change before it stores the change, and only to readers that
// have registered again since its last change. Nothing announces that the new value is stored. It
// is certainly stored when the code that changes the model leaves its isolation. Until then the
// computations that read the model are *unsettled*: their values are not kept beyond the turn or
// refresh that computed them.
//
//     registered ── announcement ──> unsettled ── job on the owner ──> stale ── read ──> registered
//                                     │  ^
//                                     └──┘ a read, or a turn: computes anew
//
// A turn of the owner settles the rest of the graph with the model's value at that time. The job,
// which arrives when the writing code has left its isolation, wakes the effects whatever that value
// was.

/// The reads of models by one computation, and the handling of the models' announcements.
///
/// The models retain this object; it retains nothing of the graph.
final class ModelReads: @unchecked Sendable {
  // SAFETY: `state` is touched only while `upkeep_lock` is held, and all other fields only by code
  // of the computation's owner or place.
  private var state = State()
  private weak var element: GraphElement?
  /// The isolation in which this object was made, for an owner whose executor is not an actor.
  private(set) weak var isolation: (any Actor)?
  /// Whether this object is in `ObservationGuest.unsettled`.
  var isUnsettledInTurn = false
  /// Whether this object is in `ObservationGuest.unsettledSinceRefresh`.
  var isUnsettledInRefresh = false

  struct State {
    /// The owner of the computation.
    var owner: Owner?
    /// The place to which the computation belongs if it has no owner.
    var place: Place?
    /// The number of open jobs, each for a change that might not be stored yet.
    var openJobs = 0
    /// Whether one of the jobs is for changes announced where the computation belongs.
    var hasOwnJob = false
    /// Whether one of the jobs waits for changes by threads without an isolation.
    var hasLateJob = false
    /// Whether such a change was announced since that job last looked.
    var isRenewed = false
    /// Whether an announcement waits for the next turn of the owner, or in the place.
    var isPosted = false
    /// Whether a job has arrived, so that an effect has to run.
    var mustWake = false
    /// The number of registrations since the last announcement.
    var registrations = 0
    /// The number of those registrations that certainly cover the closure's present reads.
    var safeRegistrations = 0
    /// The number of turns that have ended since the last announcement, up to `ModelReads.few`.
    var turns = 0
    /// The number of changes of models that led to the last announcement, each made in the turn that
    /// the one before had caused.
    var chain = 0

    /// Whether the value must not be kept.
    ///
    /// Without an owner no value is kept: no job could arrive, and no code may touch the graph at
    /// an announcement.
    var isUnsettled: Bool { openJobs > 0 || owner == nil }

    /// Notes the owner and the place of the computation.
    mutating func move(to owner: Owner?, _ place: Place?) {
      if self.owner === owner, self.place == place { return }
      (self.owner, self.place) = (owner, place)
      // A waiting announcement would not be opened there.
      isPosted = false
    }
  }

  /// Makes the reads of a computation that is made in an isolation, if the isolation is known.
  init(_ isolation: (any Actor)?) {
    self.isolation = isolation
    Context.current.noteModels()
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body(&state)
  }

  /// Connects the reads with their computation.
  func belong(to element: GraphElement) { self.element = element }

  /// The property or the effect; nil once it was released, was abandoned, or has ended.
  var living: GraphElement? {
    guard let element else { return nil }
    // The effect object may outlive its node.
    if let effect = element as? GraphEffect, effect.isOver { return nil }
    return element.node.signs.contains(.isAbandoned) ? nil : element
  }

  // MARK: - Reading

  /// Runs a closure of the computation, and registers with the models that it reads.
  func follow<Result>(_ context: ContextRef, _ body: () -> Result) -> Result {
    #if DEBUG
      context.observation.reads += 1
    #endif
    let isUnsettled = comeHere(context)
    defer { if isUnsettled { stayUnsettled(context) } }
    if isUnsettled, !mustRegister(context) { return body() }
    withState {
      $0.registrations += 1
      $0.safeRegistrations += 1
    }
    #if DEBUG
      var probe = ModelProbe()
      let result = withObservationTracking(body) { [self, probe] in
        withExtendedLifetime(probe) { announce() }
      }
      lookAtRegistration(isReal: !isKnownUniquelyReferenced(&probe))
      return result
    #else
      return withObservationTracking(body) { [self] in announce() }
    #endif
  }

  /// The number of registrations, and of turns, that may come between an announcement and the
  /// change.
  ///
  /// Other observers may read, and open turns, in between.
  static let few = 8

  /// Whether an unsettled computation needs another registration for the next change.
  ///
  /// Outside turns no model changes before the value is outdated again. In a turn an effect may
  /// change a model. But if the computation reads only models, and they have not changed, the last
  /// registration covers the same reads.
  private func mustRegister(_ context: ContextRef) -> Bool {
    if context.pointee.turnDepth == 0 { return false }
    return element?.node.firstInput != nil || withState { $0.safeRegistrations < Self.few }
  }

  /// Notes that the computation belongs to the running owner or place, and returns whether it is
  /// unsettled.
  private func comeHere(_ context: ContextRef) -> Bool {
    let owner = Owner.current(context)?.takeUnretainedValue()
    let place = owner == nil ? Place.current(context) : nil
    // This may be the last reference to the earlier owner, so it is released after the lock.
    let (isUnsettled, last) = withState { state in
      let last = state.owner
      state.move(to: owner, place)
      return (state.isUnsettled, last)
    }
    withExtendedLifetime(last) {}
    return isUnsettled
  }

  #if DEBUG
    /// Counts a registration; a closure that has read no model has not registered.
    private func lookAtRegistration(isReal: Bool) {
      let count = withState { state in
        if !isReal { state.registrations -= 1 }
        return state.registrations
      }
      guard isReal, count == 1_000, let element else { return }
      Misuse.report(
        .registrationsPileUp(derivation: Graph.describe(element.node), registrations: count))
    }
  #endif

  // MARK: - Announcements

  /// Called when a model is about to change, on any thread.
  private func announce() {
    let context = Context.current
    let chain = context.observation.chain
    withState { state in
      state.chain = chain
      state.registrations = 0
      state.safeRegistrations = 0
      state.turns = 0
    }
    guard let owner = withState({ $0.owner }) else { return announceInPlace(context) }
    if owner.isCurrent(context) {
      sendOwnJob(to: owner)
      announceHere(context)
    } else if let writer = Isolation.current {
      sendJob(to: owner, after: writer)
    } else {
      sendJob(to: owner, after: nil)
      sendLateJob(to: owner)
    }
  }

  /// Handles an announcement on a computation without an owner.
  ///
  /// The graph may have been handed over, but not inside the turn in which the value was computed.
  private func announceInPlace(_ context: ContextRef) {
    let place = Place.current(context)
    if withState({ $0.place != place }) || !isUnsettledInTurn { return }
    announceHere(context)
  }

  /// Handles an announcement where the computation belongs.
  private func announceHere(_ context: ContextRef) {
    guard let element = living else { return }
    context.noteModels()
    if element.node.flags.contains(.effect) {
      // If the effect is woken before the job arrives, it runs whatever its inputs. Under tracking
      // by Observation the effect waits for the job.
      let node = element.node
      if !node.flags.isDisjoint(with: Self.untouched) { return }
      node.flags.insert(.changed)
      context.observation.outdated.sources.remove(node)
      post()
      return
    }
    if context.pointee.nesting > 0 { stayUnsettled(context) }
    if context.pointee.computing != nil { return }
    outdate(context)
    context.journal?.invalidateLater(element.node)
  }
}
