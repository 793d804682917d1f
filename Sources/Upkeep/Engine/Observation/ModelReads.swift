internal import Observation
import UpkeepThread

// An `@Observable` model announces a change before it stores it, and only to those who have registered anew since its
// last one. So from an announcement on nobody can tell when the new value is there, but for this: it is when whoever
// changes the model lets its isolation go. Until then the computations that read the model are *unsettled*: what they
// hand out is never kept beyond the turn or refresh in which it was computed.
//
//     computes, registered ── announcement ──> unsettled ── job on the owner ──> stale ── a read ──> computes, registered
//                                               │  ^
//                                               └──┘ a read, or a turn: computes anew
//
// A turn of the owner's settles the rest of the graph with the value that the model has then; the job, which
// comes when the one who writes has let go, wakes the effects whatever that was.

/// The reads of models by one computation, and what follows from their announcements.
///
/// The models keep it, and it keeps nothing of the graph.
final class ModelReads: @unchecked Sendable {
  // SAFETY: `state` is touched only while `upkeep_lock` is held, all else only where the computation belongs.
  private var state = State()
  private weak var element: GraphElement?
  /// The isolation in which it was made, for an owner whose executor is no actor.
  private(set) weak var isolation: (any Actor)?
  /// Is in `ObservationGuest.unsettled`.
  var isUnsettledInTurn = false
  /// Is in `ObservationGuest.unsettledSinceRefresh`.
  var isUnsettledInRefresh = false

  struct State {
    /// The owner of the computation.
    var owner: Owner?
    /// The place to which it belongs where it has none.
    var place: Place?
    /// The number of jobs on their way for changes that may not have been stored.
    var openJobs = 0
    /// One of the jobs is for changes that were announced where the computation belongs.
    var hasOwnJob = false
    /// One of them looks late after changes by threads that no isolation owns.
    var hasLateJob = false
    /// There was such a change since it last looked.
    var isRenewed = false
    /// Waits for the next turn of the owner, or in the place.
    var isPosted = false
    /// A job has come, so that an effect has to run.
    var mustWake = false
    /// The number of registrations since the last announcement.
    var registrations = 0
    /// The number of those that are known to be for what the closure reads now.
    var safeRegistrations = 0
    /// The number of turns that have ended since the last announcement, up to `ModelReads.few`.
    var turns = 0

    /// Without an owner nothing is kept: no job could come, and nobody may touch the graph at an announcement.
    var isUnsettled: Bool { openJobs > 0 || owner == nil }

    /// Notes whose it is.
    mutating func move(to owner: Owner?, _ place: Place?) {
      if self.owner === owner, self.place == place { return }
      (self.owner, self.place) = (owner, place)
      // The one that waits is not opened there.
      isPosted = false
    }
  }

  /// Makes it for a computation that is made in an isolation, if that is known.
  init(_ isolation: (any Actor)?) {
    self.isolation = isolation
    Context.current.noteModels()
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body(&state)
  }

  /// Tells whose computation it is.
  func belong(to element: GraphElement) { self.element = element }

  /// The property or the effect, unless it is over.
  var living: GraphElement? {
    guard let element else { return nil }
    // The token of an effect that is over may be kept when its node is gone.
    if let effect = element as? GraphEffect, effect.isOver { return nil }
    return element.node.signs.contains(.isAbandoned) ? nil : element
  }

  // MARK: - Reading

  /// Runs a closure of the computation, and follows the models that it reads.
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

  /// The number of registrations, and of turns, after an announcement that may still be before the change: other
  /// observers may read, and take turns, meanwhile.
  static let few = 8

  /// Whether an unsettled computation has to hear of the next change.
  ///
  /// Outside turns nobody changes a model before the value is outdated again. In one an effect may: but where
  /// models are all that it reads, and have not changed, the last registration is for the same reads.
  private func mustRegister(_ context: ContextRef) -> Bool {
    if context.pointee.turnDepth == 0 { return false }
    return element?.node.firstInput != nil || withState { $0.safeRegistrations < Self.few }
  }

  /// Notes that the computation belongs to where it runs; says whether it is unsettled.
  private func comeHere(_ context: ContextRef) -> Bool {
    let owner = Owner.current(context)?.takeUnretainedValue()
    let place = owner == nil ? Place.current(context) : nil
    // The last owner may go with this reference: not while the lock is held.
    let (isUnsettled, last) = withState { state in
      let last = state.owner
      state.move(to: owner, place)
      return (state.isUnsettled, last)
    }
    withExtendedLifetime(last) {}
    return isUnsettled
  }

  #if DEBUG
    /// Called with each registration: one of a closure that has read no model is none.
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
    withState { state in
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

  /// A model is about to change, and no isolation owns the graph, which may have been handed over: but not inside the turn
  /// in which the value was computed.
  private func announceInPlace(_ context: ContextRef) {
    let place = Place.current(context)
    if withState({ $0.place != place }) || !isUnsettledInTurn { return }
    announceHere(context)
  }

  /// A model is about to change where the computation belongs.
  private func announceHere(_ context: ContextRef) {
    guard let element = living else { return }
    context.noteModels()
    if element.node.flags.contains(.effect) {
      // A wake before the job runs the effect, whatever its inputs. Inside somebody's tracking the
      // effect waits for the job.
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
