import UpkeepThread

/// Makes and installs the calling thread's context, for the kernel, which does not know its guests.
@_cdecl("upkeep_context_make")
func makeContext() {
  let context = ContextRef.allocate(capacity: 1)
  let main = upkeep_is_main_thread() ? Unmanaged.passUnretained(Owner.main as AnyObject) : nil
  context.initialize(to: Context(guests: House(), mainOwner: main))
  upkeep_context_set(context) { context in
    // SAFETY: this is the context that was installed, and its thread ends.
    let context = context.assumingMemoryBound(to: Context.self)
    context.pointee.nodes.abandon()
    context.pointee.edges.abandon()
    context.pointee.guests.release()
    #if DEBUG
      context.pointee.presence.giveBack()
    #endif
    context.deinitialize(count: 1)
    context.deallocate()
  }
  context.followSwitch()
}

/// The last guest: the answers to the kernel that concern several guests, for one thread.
///
/// The class of each guest keeps the guest's state and its own answers, and inherits from the guest
/// below it. `House` is the last class.
final class House: ObservationGuest {
  // MARK: - Turns

  override func enterElsewhere(_ context: ContextRef) {
    Owner.enterElsewhere(context)
    if context.pointee.nesting != 1 { return }
    context.followSwitch()
    if upkeep_follows_models() { context.noteModels() }
  }

  /// Finishes deferred releases, and marks the properties that models have announced.
  ///
  /// The releases were deferred to the calling thread's owner or, if the thread has an owner, to
  /// the owner of a released actor. While Observation tracks the calling code, all this work waits
  /// for a later turn, because its reads would become part of the tracking.
  override func beginTurn(_ context: ContextRef) {
    let owner = Owner.current(context)?.takeUnretainedValue()
    let places = PlaceInboxes.shared
    if context.pointee.deferralsSeen == upkeep_deferrals_posted(),
      owner.map({ !$0.hasLetters }) ?? places.isEmpty
    {
      return
    }
    if context.madeReadObserver._withUnsafeGuaranteedRef(\.isTracked) {
      if let owner { owner.leaveAnnouncements(context) } else { places.wait(context) }
      return
    }
    Owner.releaseDeferred(to: owner, context)
    if let owner { owner.openAnnouncements(context) } else { places.open(context) }
  }

  /// Reports mistakes, and runs the effects that derivations have made.
  override func doLeftovers(_ context: ContextRef) {
    if !reports.isEmpty { Misuse.deliverReports(context) }
    startBorn(context)
  }

  override func doLeftoversOfRefresh(_ context: ContextRef) {
    if !context.isRefreshing {
      if !reports.isEmpty { Misuse.deliverReports(context) }
      if !unsettledSinceRefresh.isEmpty { ModelReads.outdateUnsettled(context) }
    }
    startBorn(context)
  }

  private func startBorn(_ context: ContextRef) {
    if context.pointee.computing == nil, !born.isEmpty {
      let started = born
      born = []
      for effect in started where !effect.isOver {
        effect.waitsToStart = false
        effect.list?.start(effect)
      }
    }
    if reports.isEmpty, unsettledSinceRefresh.isEmpty, born.isEmpty {
      context.pointee.care.remove(.leftovers)
    } else {
      context.pointee.care.insert(.leftovers)
    }
  }

  // MARK: - Effects in rounds

  override func check(_ effect: NodeRef, isFirst: Bool, _ context: ContextRef) {
    let flags = effect.flags
    if effect.isAbandonedEffect { return Graph.endAbandoned(effect) }
    guard flags.contains(.stale), flags.isDisjoint(with: .idle),
      isFirst || Graph.mayRunAgain(effect, context)
    else {
      Graph.leave(effect)
      return
    }
    if context.pointee.care.contains(.roundEnd) { Graph.restoreUnchangedInputs(of: effect) }
    if flags.contains(.catchingUp) {
      effect.flags.remove(.catchingUp)
      Graph.catchUp(effect, waiting: Graph.hasOnlyModelsAbove(effect, context), context)
      // The release of a seen value may pause the effect again, and unpause it. A computation may
      // have ended the effect.
      if Graph.leave(effect) || effect.flags.contains(.dead) { return }
      if effect.flags.contains(.catchingUp) { return context.pointee.queue.append(effect) }
    }
    let (run, queued) = (effect.run, context.pointee.queue.count)
    if context.pointee.care.contains(.checks) {
      context.pointee.frame.root = effect
      Graph.checkWithCare(effect, context)
      Graph.endCheck(context)
    } else {
      Graph.check(effect, context)
    }
    if !isFirst, effect.run != run {
      effect.withEffect { $0.more?.counts.laterRuns += 1 }
    }
    if context.pointee.care.contains(.rounds) { Graph.noteWakes(from: queued, by: effect, context) }
  }

  // MARK: - Checking and computing

  override func meet(
    _ input: NodeRef, by edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Meeting {
    if flags.contains(.modifying) { Graph.stopOverlappingAccess(to: input) }
    return Graph.meet(input, by: edge, flags, context)
  }

  override func park(_ node: NodeRef) { node.inputHolder?.parkAll() }

  override func parkedInputs(of node: NodeRef) -> [EdgeRef] { node.inputHolder?.parked ?? [] }

  // MARK: - Reading

  override func meetsRead(of node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    if !flags.isDisjoint(with: .busy) {
      Graph.closeCycle(at: node, context)
    } else if flags.contains(.modifying) {
      Graph.stopOverlappingAccess(to: node)
    }
    if node.flags.contains(.inOpenCycle), let reader = context.pointee.computing {
      Graph.joinCycle(through: node, from: reader, context)
    }
  }

  // MARK: - Dropping

  override func abandon(_ property: GraphElement, _ context: ContextRef) {
    if !LooseReaders.abandon(property.node) { return context.partLater(with: property.node) }
    // SAFETY: every element is a `GuestElement`.
    LooseReaders.watchers(of: unsafeDowncast(property, to: GuestElement.self)).release()
  }

  override func settleNext(_ context: ContextRef) -> Bool {
    if let node = abandoned.popLast() {
      Graph.partWithAbandoned(node, context)
    } else if isDue {
      isDue = false
      observer?._withUnsafeGuaranteedRef { $0.announceDue(context) }
    } else {
      return false
    }
    return true
  }

  override func hasMore(_ context: ContextRef) -> Bool {
    if !untold.isEmpty { Graph.tellLiveness(context) }
    let hasMore =
      context.pointee.dying.count | context.pointee.releases.count | abandoned.count != 0 || isDue
    // While handlers are being called, the outer call of `tellLiveness` continues with the untold
    // nodes.
    if !hasMore, untold.isEmpty { context.pointee.care.remove(.releases) }
    return hasMore
  }

  #if DEBUG
    /// Stops where two threads use one graph (law 15).
    ///
    /// The compiler does not see it in Swift 5 mode, or if a graph is sent away inside an open
    /// batch.
    override func meetsOtherThread(at node: NodeRef) {
      Misuse.stop(.sentInsideTurn(name: Graph.describe(node)))
    }
  #endif
}
