import UpkeepThread

extension ModelReads {
  /// Has the value, and what follows from it, computed anew by whoever reads it next.
  func outdate(_ context: ContextRef) {
    guard let element = living else { return }
    context.noteModels()
    // Its last reference may be dropped elsewhere meanwhile.
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

  /// A node with one of these has no value to outdate, or computes one just now.
  static var untouched: Node.Flags { [.uncomputed, .checking, .running] }

  /// Has the value outdated again when the open refresh has ended, and when the open turn has.
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
      Graph.releaseLater(.passRetained(EndOfTurn()), context)
    }
  }

  /// In a batch, after a refresh: what it has computed of unsettled models is outdated again.
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

  /// Released when the open turn, or refresh, has ended.
  private final class EndOfTurn {
    deinit {
      let context = Context.current
      _ = takeUnsettledSinceRefresh(context)
      let unsettled = context.observation.unsettled
      context.observation.unsettled = []
      for reads in unsettled { reads.endTurn(context) }
    }
  }

  private func endTurn(_ context: ContextRef) {
    isUnsettledInTurn = false
    withState { state in
      if state.turns == Self.few { return }
      state.turns += 1
      // All those of the turn may have been before the change.
      state.safeRegistrations = 0
    }
    outdate(context)
  }

  // MARK: - The next turn

  /// Has the next turn begin with this.
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

  /// Whether the computation belongs to where this is called.
  private func isAtHome(_ context: ContextRef) -> Bool {
    let owner = Owner.current(context)?.takeUnretainedValue()
    let place = owner == nil ? Place.current(context) : nil
    return withState { $0.owner === owner && $0.place == place }
  }

  /// Called when a turn begins that leaves the announcement to a later one: what the turn changes
  /// has to wake effects through values that are outdated.
  func wait(_ context: ContextRef) {
    guard isAtHome(context), let element = living,
      element.node.flags.isDisjoint(with: Self.untouched)
    else { return }
    withExtendedLifetime(element) { Graph.leaveToModels(element.node, context) }
  }

  /// Begins a turn with it: what needs the value is woken.
  func open(_ context: ContextRef) {
    context.noteModels()
    // It may have been sent elsewhere.
    guard isAtHome(context) else { return }
    let found = withState { state in
      state.isPosted = false
      defer { state.mustWake = false }
      return (isUnsettled: state.isUnsettled, mustWake: state.mustWake)
    }
    guard let element = living else { return }
    defer { withExtendedLifetime(element) {} }
    let node = element.node
    // The same, to where it has gone stale since.
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

/// Tells an owner that a model has been about to change.
private final class ModelAnnouncement: Letter {
  private let reads: ModelReads

  init(_ reads: ModelReads) {
    self.reads = reads
    super.init()
  }

  override func open(_ context: ContextRef) { reads.open(context) }
  override func wait(_ context: ContextRef) { reads.wait(context) }
}
