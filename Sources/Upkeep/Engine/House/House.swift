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
    context.deinitialize(count: 1)
    context.deallocate()
  }
  context.followSwitch()
}

/// The guests' answers to the kernel, for one thread.
///
/// Each guest keeps its state in a class that inherits from the guest below it. `House` is the last
/// one.
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
  /// The releases are those deferred to the calling thread's owner and, if it has one, to owners
  /// that have died. While Observation tracks the calling code, all of it waits for a later turn:
  /// it would become part of the tracking.
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

  override func endRound(_ context: ContextRef) { Graph.restoreUnchanged(context) }

  override func endTurn(_ context: ContextRef) {
    Graph.tryHeld(context)
    Graph.resetCounts(context)
    context.pointee.care.remove(.repeats)
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

  override func endOutermostRefresh(_ context: ContextRef) { Graph.forgetCycles(context) }

  // MARK: - Marking

  override func claim(_ node: NodeRef, _ context: ContextRef) { node.noteOwner(context) }

  override func passes(_ node: NodeRef, _ context: ContextRef) -> Bool {
    outdated.unmarked.remove(node) != nil
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
      // A seen value that is released may pause the effect again, and unpause it. A computation may
      // have ended it.
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

  override func wakesAtEndOfTurn(_ context: ContextRef) {
    Graph.noteWakes(from: 0, by: nil, context)
  }

  override func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    Graph.callEffectWithCare(node, flags, context)
  }

  override func endEffect(_ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef) {
    Graph.endEffectWithCare(node, inside: outer, context)
  }

  // MARK: - Checking and computing

  override func willCheck(_ node: NodeRef, _ context: ContextRef) {
    if context.isInTransaction { node.guest?.noteForRollback(context) }
  }

  override func meet(
    _ input: NodeRef, by edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Meeting {
    if flags.contains(.modifying) { Graph.stopOverlappingAccess(to: input) }
    return Graph.meet(input, by: edge, flags, context)
  }

  override func run(_ node: NodeRef, _ context: ContextRef) { Graph.runInCycle(node, context) }

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

  override func didReadOutside(_ node: NodeRef, _ context: ContextRef) {
    assert(context.pointee.lane == nil)
    // Nothing is told if the switch was turned off, or in `untracked`.
    if context.pointee.outside == nil || context.pointee.untrackedDepth != 0 { return }
    observer?._withUnsafeGuaranteedRef { $0.didRead(node) }
  }

  override func didLink(busy node: NodeRef, to reader: NodeRef, _ context: ContextRef) {
    Graph.releaseInput(node, of: reader, context)
  }

  override func leavesLoose(_ edge: EdgeRef) -> Bool { Graph.leavesLoose(edge) }

  override func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool {
    Graph.keepWhileOpen(node, context)
  }

  override func noteMade(_ node: NodeRef, _ context: ContextRef) { Graph.noteMade(node, context) }

  // MARK: - Need

  override func didAttach(_ edge: EdgeRef) { Graph.didAttach(edge) }

  override func gainNeed(by effect: NodeRef, _ context: ContextRef) {
    Graph.noteNeed(by: effect, context)
  }

  override func loseNeed(by effect: NodeRef, _ context: ContextRef) {
    Graph.loseNeed(byWatched: effect, context)
  }

  override func loseNeed(of node: NodeRef, _ context: ContextRef) {
    Graph.loseNeed(ofWatched: node, context)
  }

  override func willDrop(from first: EdgeRef?, _ context: ContextRef) {
    Graph.ceaseToNeed(from: first)
  }

  // MARK: - Dropping

  override func isHere(_ owner: UnsafeRawPointer, _ context: ContextRef) -> Bool {
    Owner.current(context).map { UnsafeRawPointer($0.toOpaque()) } == owner
  }

  override func abandon(_ property: GraphElement, _ context: ContextRef) {
    if !LooseReaders.abandon(property.node) { return context.partLater(with: property.node) }
    // SAFETY: every element is a `GuestElement`.
    LooseReaders.watchers(of: unsafeDowncast(property, to: GuestElement.self)).release()
  }

  override func isAbandoned(_ effect: NodeRef) -> Bool { effect.isAbandonedEffect }

  override func sweep(_ node: NodeRef, _ context: ContextRef) { Graph.sweep(node, context) }

  override func releaseOwner(of node: NodeRef) { node.releaseOwner() }

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
    // While handlers are being called, the outer call goes on with the untold nodes.
    if !hasMore, untold.isEmpty { context.pointee.care.remove(.releases) }
    return hasMore
  }

  // MARK: - Mistakes

  override func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    Misuse.stop(
      .stackExhausted(property: Graph.describe(root), depth: context.pointee.outerFrames.count))
  }

  #if DEBUG
    override func compute(_ node: NodeRef, _ context: ContextRef, _ body: () -> Bool) -> Bool {
      ModelProbe.run(node, context, body)
    }

    /// Stops at an effect that waits in another owner's open turn (law 15).
    ///
    /// The compiler cannot see that a graph is sent away inside an open batch. This check cannot
    /// see it on plain threads, which have no owner.
    override func marksAgain(_ effect: NodeRef, _ context: ContextRef) {
      let flags = effect.flags
      guard flags.contains(.effect), flags.isDisjoint(with: [.dead, .paused, .uncomputed]),
        effect.owner?.toOpaque() != context.owner?.toOpaque(), !effect.isAbandonedEffect
      else { return }
      Misuse.stop(.sentInsideTurn(name: Graph.describe(effect)))
    }

    override func didReadUntracked(_ node: NodeRef, _ context: ContextRef) {
      Graph.reportIfUndeclared(node, context)
    }

    override func willRun(_ effect: NodeRef, _ context: ContextRef) -> OpenRun {
      Graph.beginRun(context)
    }

    override func didRun(_ effect: NodeRef, inside outer: OpenRun, _ context: ContextRef) {
      Graph.endRun(of: effect, inside: outer, context)
    }
  #endif
}
