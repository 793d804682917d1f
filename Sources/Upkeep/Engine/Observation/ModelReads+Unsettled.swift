import UpkeepThread

extension ModelReads {
  /// Makes the value, and everything below it, compute again at the next read.
  func outdate(_ context: ContextRef) {
    guard let element = living else { return }
    context.noteModels()
    // The last reference may be released elsewhere at the same time.
    withExtendedLifetime(element) {
      let node = element.node
      guard node.flags.isDisjoint(with: Self.untouched.union(.effect)) else { return }
      node.flags.formUnion([.stale, .changed])
      if context.pointee.turnDepth > 0 {
        context.observation.outdated.sources.remove(node)
        Graph.mark(below: node, context)
      } else {
        let wakesEffects = Graph.outdate(below: node)
        if wakesEffects || withState({ $0.owner != nil }) { post() }
      }
    }
  }

  /// The flags of a node that has no value to outdate, or is computing its value.
  static var untouched: Node.Flags { [.uncomputed, .checking, .running] }

  /// Outdates the value again at the end of the open refresh, and at the end of the open turn.
  func stayUnsettled(_ context: ContextRef) {
    if !isUnsettledInRefresh {
      isUnsettledInRefresh = true
      context.observation.unsettledSinceRefresh.append(self)
      context.pointee.care.insert(.leftovers)
    }
    if isUnsettledInTurn { return }
    isUnsettledInTurn = true
    context.observation.unsettled.append(self)
    if context.observation.unsettled.count == 1 {
      Graph.whenAllHasEnded(context) { context in
        _ = Self.takeUnsettledSinceRefresh(context)
        let unsettled = context.observation.unsettled
        context.observation.unsettled = []
        for reads in unsettled { reads.endTurn(context) }
      }
    }
  }

  /// Outdates values of unsettled models again after a refresh in a batch.
  @inline(never)
  static func outdateUnsettled(_ context: ContextRef) {
    if context.pointee.turnDepth == 0 { return }
    for reads in takeUnsettledSinceRefresh(context) { reads.outdate(context) }
  }

  private static func takeUnsettledSinceRefresh(_ context: ContextRef) -> [ModelReads] {
    let unsettled = context.observation.unsettledSinceRefresh
    context.observation.unsettledSinceRefresh = []
    for reads in unsettled { reads.isUnsettledInRefresh = false }
    return unsettled
  }

  private func endTurn(_ context: ContextRef) {
    isUnsettledInTurn = false
    withState { state in
      if state.turns == Self.few { return }
      state.turns += 1
      // All registrations of the turn may be from before the change.
      state.safeRegistrations = 0
    }
    outdate(context)
  }

  // MARK: - The next turn

  /// Posts an announcement for the next turn.
  func post() {
    let (isPosted, owner, place) = withState { state in
      defer { state.isPosted = true }
      return (state.isPosted, state.owner, state.place)
    }
    if isPosted { return }
    if let owner {
      owner.post(ModelAnnouncement(self))
    } else if let place {
      PlaceInboxes.shared.post(self, in: place)
    }
  }

  /// Whether the computation belongs to the running owner or place.
  private func isAtHome(_ context: ContextRef) -> Bool {
    let owner = Owner.current(context)?.takeUnretainedValue()
    let place = owner == nil ? Place.current(context) : nil
    return withState { $0.owner === owner && $0.place == place }
  }

  /// Called when a turn begins that leaves the announcement to a later turn.
  ///
  /// Changes of that turn have to wake effects through outdated values.
  func wait(_ context: ContextRef) {
    guard isAtHome(context), let element = living,
      element.node.flags.isDisjoint(with: Self.untouched)
    else { return }
    withExtendedLifetime(element) { Graph.leaveToModels(element.node, context) }
  }

  /// Opens the announcement at the beginning of a turn, and wakes all effects that need the value.
  func open(_ context: ContextRef) {
    context.noteModels()
    // The graph may have been handed over.
    guard isAtHome(context) else { return }
    let found = withState { state in
      state.isPosted = false
      defer { state.mustWake = false }
      return (isUnsettled: state.isUnsettled, mustWake: state.mustWake)
    }
    guard let element = living else { return }
    defer { withExtendedLifetime(element) {} }
    let node = element.node
    // The graph may also have been handed over if the node has gone stale in another isolation
    // since.
    if let noted = node.owner, noted.toOpaque() != Owner.current(context)?.toOpaque() { return }
    if node.flags.contains(.effect) {
      if found.mustWake {
        Graph.wake(node, context)
      } else if found.isUnsettled, node.flags.contains(.changed) {
        post()
      }
      return
    }
    if !node.flags.isDisjoint(with: Self.untouched) { return }
    node.flags.formUnion([.stale, .changed])
    Graph.freshen(below: node)
    Graph.mark(below: node, context)
    if found.isUnsettled { stayUnsettled(context) }
  }
}

/// A letter that tells an owner that a model is about to change.
private final class ModelAnnouncement: Letter {
  private let reads: ModelReads

  init(_ reads: ModelReads) {
    self.reads = reads
    super.init()
  }

  override func open(_ context: ContextRef) { reads.open(context) }
  override func wait(_ context: ContextRef) { reads.wait(context) }
}
