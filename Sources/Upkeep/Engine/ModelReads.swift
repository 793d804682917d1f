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

  private struct State {
    /// The owner of the computation, nil where it belongs to a thread.
    var owner: Owner?
    /// The context of that thread, and its inbox.
    var thread: UnsafeMutablePointer<Context>?
    var inbox: Inbox?
    /// The number of jobs on their way for changes that may not have been stored.
    var openJobs = 0
    /// One of them is for changes that were announced where the computation belongs.
    var hasOwnJob = false
    /// One of them looks late after changes by threads that no isolation owns.
    var hasLateJob = false
    /// There was such a change since it last looked.
    var isRenewed = false
    /// Waits in the inbox, where the owner has put it.
    var isPosted = false
    /// A job has come, so that an effect has to run.
    var mustWake = false
    /// The number of registrations since the last announcement.
    var registrations = 0
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body(&state)
  }

  /// Tells whose computation it is.
  func belong(to element: GraphElement) { self.element = element }

  // MARK: - Reading

  /// Runs a closure of the computation, and follows the models that it reads.
  func follow<Result>(_ context: ContextRef, _ body: () -> Result) -> Result {
    #if DEBUG
      context.modelReads += 1
    #endif
    let isUnsettled = noteOwner(context)
    defer { if isUnsettled { stayUnsettled(context) } }
    if isUnsettled, !mustRegister(context) { return body() }
    withState { $0.registrations += 1 }
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

  /// Whether an unsettled computation has to hear of the next change.
  ///
  /// Outside turns nobody changes a model before the value is outdated again. In one an effect may: but where
  /// models are all that it reads, and have not changed, the last registration is for the same reads.
  private func mustRegister(_ context: ContextRef) -> Bool {
    if context.turnDepth == 0 { return false }
    return element?.node.firstInput != nil || withState { $0.registrations == 0 }
  }

  /// Notes where the computation runs; says whether it is unsettled.
  private func noteOwner(_ context: ContextRef) -> Bool {
    let owner = Owner.current(context)?.takeUnretainedValue()
    if owner == nil, context.inbox == nil { context.inbox = Inbox() }
    let inbox = owner == nil ? context.inbox : nil
    // The last owner may go with this reference: not while the lock is held.
    let (isUnsettled, last) = withState { state in
      let last = (state.owner, state.inbox)
      (state.owner, state.inbox, state.thread) = (owner, inbox, context.pointer)
      return (state.openJobs > 0, last)
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
    let (owner, thread, inbox) = withState { state in
      state.registrations = 0
      return (state.owner, state.thread, state.inbox)
    }
    if let owner {
      if owner.isCurrent(context) {
        sendOwnJob(to: owner)
        announceHere(context)
      } else if let writer = Isolation.current {
        sendJob(to: owner, after: writer)
      } else {
        sendJob(to: owner, after: nil)
        sendLateJob(to: owner)
      }
    } else {
      withState { $0.openJobs = 1 }
      if thread == context.pointer {
        announceHere(context)
      } else {
        inbox?.post(ModelAnnouncement(self))
      }
    }
  }

  /// A model is about to change where the computation belongs.
  private func announceHere(_ context: ContextRef) {
    guard let element = living, !element.node.flags.contains(.effect) else { return }
    if context.nesting > 0 { stayUnsettled(context) }
    if context.computing != nil { return }
    outdate(context)
    context.journal?.invalidateLater(element.node)
  }

  /// The property or the effect, unless it is over.
  private var living: GraphElement? {
    guard let element else { return nil }
    // The token of an effect that is over may be kept when its node is gone.
    if let effect = element as? GraphEffect, effect.isOver { return nil }
    return element.node.signs.contains(.isAbandoned) ? nil : element
  }

  // MARK: - Unsettled

  /// Has the value, and what follows from it, computed anew by whoever reads it next.
  func outdate(_ context: ContextRef) {
    guard let element = living else { return }
    // Its last reference may be dropped elsewhere meanwhile.
    withExtendedLifetime(element) {
      let node = element.node
      guard node.flags.isDisjoint(with: Self.untouched) else { return }
      node.flags.formUnion([.stale, .changed])
      if context.turnDepth > 0 {
        Graph.mark(below: node, context)
      } else {
        Graph.outdate(below: node)
        post()
      }
    }
  }

  /// A node with one of these has no value to outdate, or computes one just now.
  private static var untouched: Node.Flags { [.uncomputed, .effect, .checking, .running] }

  /// Has the value outdated again when the open turn or refresh has ended.
  private func stayUnsettled(_ context: ContextRef) {
    if context.unsettled.contains(where: { $0 === self }) { return }
    context.unsettled.append(self)
    context.hasUnsettled = true
    if context.unsettled.count == 1 {
      Graph.releaseLater(.passRetained(EndOfTurn()), context)
    }
  }

  /// Released when the open turn, or refresh, has ended.
  private final class EndOfTurn {
    deinit {
      let context = Context.current
      let unsettled = context.unsettled
      context.unsettled = []
      context.hasUnsettled = false
      for reads in unsettled { reads.outdate(context) }
    }
  }

  /// Has the next turn begin with this.
  private func post() {
    let isPosted = withState { state in
      defer { state.isPosted = true }
      return state.isPosted
    }
    if isPosted { return }
    let (owner, inbox) = withState { ($0.owner, $0.inbox) }
    let announcement = ModelAnnouncement(self)
    if let owner { owner.post(announcement) } else { inbox?.post(announcement) }
  }

  // MARK: - Settling

  /// Begins a turn with it: what needs the value is woken.
  fileprivate func open(_ context: ContextRef) {
    let (owner, thread) = withState { state in
      state.isPosted = false
      return (state.owner, state.thread)
    }
    // It may have been sent elsewhere, or its owner be gone.
    guard owner.map({ $0.isCurrent(context) }) ?? (thread == context.pointer) else { return }
    let (isUnsettled, mustWake) = withState { state in
      if owner == nil { state.openJobs = 0 }
      defer { state.mustWake = false }
      return (state.openJobs > 0, state.mustWake)
    }
    guard let element = living else { return }
    defer { withExtendedLifetime(element) {} }
    let node = element.node
    if node.flags.contains(.effect) {
      if mustWake { Graph.wake(node, context) }
      return
    }
    if !node.flags.isDisjoint(with: Self.untouched) { return }
    node.flags.formUnion([.stale, .changed])
    Graph.freshen(below: node)
    Graph.mark(below: node, context)
    if isUnsettled { stayUnsettled(context) }
  }

  /// Sends a job to the owner, who is about to change a model: it comes when that is done.
  private func sendOwnJob(to owner: Owner) {
    let isOnItsWay = withState { state in
      defer { state.hasOwnJob = true }
      return state.hasOwnJob
    }
    if !isOnItsWay { sendJob(to: owner, after: nil) { $0.hasOwnJob = false } }
  }

  /// Sends a job to the owner, after one to the isolation that is about to change a model, if that is another one.
  private func sendJob(
    to owner: Owner, after writer: (any Actor)?,
    _ note: @escaping @Sendable (inout State) -> Void = { _ in }
  ) {
    withState { $0.openJobs += 1 }
    Task { [self, weak owner] in
      if let writer { await Self.pass(writer) }
      await settle(at: owner) { state in
        note(&state)
        state.openJobs -= 1
      }
    }
  }

  /// Sends jobs to the owner until no thread without an isolation has announced anything for a while.
  ///
  /// Nothing tells when such a thread has stored its change, which it is about to do.
  private func sendLateJob(to owner: Owner) {
    let isOnItsWay = withState { state in
      state.isRenewed = state.hasLateJob
      if state.hasLateJob { return true }
      state.hasLateJob = true
      state.openJobs += 1
      return false
    }
    if isOnItsWay { return }
    Task { [self, weak owner] in
      var isOver = false
      while !isOver {
        try? await Task.sleep(for: .milliseconds(200))
        isOver = withState { state in
          defer { state.isRenewed = false }
          return !state.isRenewed
        }
        await settle(at: owner) { [isOver] state in
          if !isOver { return }
          state.hasLateJob = false
          state.openJobs -= 1
        }
      }
    }
  }

  /// Comes back when the jobs are done that an isolation has begun or been given before.
  private static func pass(_ isolation: isolated any Actor) {}

  /// Notes that a job has come, and takes a turn of the owner's, unless that is gone.
  private func settle(at owner: Owner?, _ note: @Sendable (inout State) -> Void) async {
    guard let actor = owner?.actor else { return withState(note) }
    await settle(on: actor, note)
  }

  private func settle(on owner: isolated any Actor, _ note: @Sendable (inout State) -> Void) {
    withState { state in
      note(&state)
      state.mustWake = true
    }
    post()
    let context = Context.current
    Graph.beginTurn(context)
    Graph.endTurn(context)
  }
}

/// Tells an owner, or a thread, that a model has been about to change.
private final class ModelAnnouncement: Letter {
  private let reads: ModelReads

  init(_ reads: ModelReads) {
    self.reads = reads
    super.init()
  }

  override func open(_ context: ContextRef) { reads.open(context) }
}
