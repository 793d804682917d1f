import UpkeepThread

/// An open transaction: its savepoint in the turn's undo log, and the work that waits for its end.
///
/// Nested transactions share one `Log`, and each knows where its own part begins. So the commit of
/// a nested transaction hands its changes to the outer one at no cost, however deep the nesting.
@usableFromInline
final class Journal {
  /// The lists that the outermost transaction and all transactions inside it share, oldest element
  /// first.
  private final class Log {
    // SAFETY: each field is read and written whole, or by `append`, `popLast` and `cut`, which run
    // no code of the program.
    /// Steps that roll back changes for which the undo log has no other entry.
    @exclusivity(unchecked) var steps: [Step] = []
    /// Whether first values were made inside the transaction.
    @exclusivity(unchecked) var hasFirsts = false
    /// Derived values that keep state beside their value; a step rolls the state back.
    @exclusivity(unchecked) var stateful: Set<NodeRef> = []
    /// Effects that were made inside the transaction and have not run yet.
    @exclusivity(unchecked) var started: [Start] = []
    /// Effects that end with the commit.
    @exclusivity(unchecked) var cancelled: [Cancellation] = []
    /// Closures of the program to call in order after the commit.
    @exclusivity(unchecked) var afterwards: [() -> Void] = []
    /// Closures of the library to call in order at the end of the outermost transaction, committed
    /// or rolled back.
    @exclusivity(unchecked) var endings: [() -> Void] = []
    /// Derived values to invalidate after the rollback, because a step has changed a dependency.
    @exclusivity(unchecked) var invalidated: [GraphElement] = []
    /// Properties that get a new version after the rollback, so that every reader computes again.
    @exclusivity(unchecked) var outdated: [GraphElement] = []

    /// Undoes the newest step, and returns the values that it replaced.
    func takeStep(_ context: ContextRef) -> Any? {
      guard let step = steps.popLast() else { return nil }
      return Graph.isUnseen(at: step.address, context) ? step : step.take(context)
    }

    /// Whether the commit runs nothing.
    var isQuiet: Bool {
      started.isEmpty && cancelled.isEmpty && afterwards.isEmpty && endings.isEmpty
    }
  }

  /// A step of the rollback.
  private struct Step {
    /// The key of the property that the step restores; 0 for an object without a maker.
    ///
    /// The step is skipped while the property's own maker is at work.
    let address: UInt
    let take: (ContextRef) -> Any
  }

  /// An effect that was made inside the transaction, and the derivation whose closure made it, if
  /// any.
  private struct Start {
    let effect: GraphEffect
    let derivation: NodeRef?
  }

  /// A cancelled effect, whose end waits for the commit.
  private struct Cancellation {
    let effect: GraphEffect
    /// Whether the closure that made the effect's updater has cancelled the effect.
    let isByMaker: Bool
  }

  /// The ticket that identifies the transaction.
  @usableFromInline let ticket = upkeep_take_ticket()
  private let outer: Journal?
  private let log: Log
  /// The length of the undo log when the transaction was opened.
  private let savepoint: Int
  private let startedStart: Int
  private let cancelledStart: Int
  private let afterwardsStart: Int
  private let invalidatedStart: Int
  private let outdatedStart: Int

  /// The ticket of the outermost open transaction.
  let outermostTicket: UInt64
  /// The computation in which the transaction was opened, and the last input that it had read.
  private let reader: NodeRef?
  private let cursor: EdgeRef?

  private init(outer: Journal?, _ context: ContextRef) {
    let reader = context.pointee.tracker
    self.outer = outer
    log = outer?.log ?? Log()
    savepoint = context.pointee.undoLog.count
    startedStart = log.started.count
    cancelledStart = log.cancelled.count
    afterwardsStart = log.afterwards.count
    invalidatedStart = log.invalidated.count
    outdatedStart = log.outdated.count
    outermostTicket = outer?.outermostTicket ?? ticket
    self.reader = reader
    cursor = reader?.lastInput
  }

  /// Opens a transaction, nested in the innermost open one.
  static func open(_ context: ContextRef) -> Journal {
    let journal = Journal(outer: context.journal, context)
    context.journal = journal
    return journal
  }

  /// Adds a step to the rollback.
  ///
  /// Steps run newest first, inside a turn. Each returns all objects that it has replaced or held,
  /// so that no `deinit` of the program runs before all steps have run.
  @usableFromInline
  func onRollback(
    of address: UInt = 0, _ context: ContextRef, _ step: @escaping (ContextRef) -> Any
  ) {
    log.steps.append(Step(address: address, take: step))
    context.pointee.undoLog.append(UndoEntry(kind: .step, node: nil))
  }

  /// Logs that a first value is made inside the transaction.
  func logFirst(of node: NodeRef, _ context: ContextRef) {
    log.hasFirsts = true
    Graph.log(.first, of: node, context)
  }

  /// Notes a derived value that keeps state beside its value.
  ///
  /// A step rolls the state back, and the rollback then forgets the first value, too.
  @usableFromInline
  func noteState(of node: NodeRef?) {
    if let node { log.stateful.insert(node) }
  }

  /// Calls a closure as the last step of the outermost transaction, committed or rolled back.
  func onEnding(_ body: @escaping () -> Void) { log.endings.append(body) }

  /// Gives a property a new version after the rollback, so that every reader computes again.
  func outdate(_ property: GraphElement) { log.outdated.append(property) }

  /// Makes a derived value compute again after the rollback, because a step has changed a
  /// dependency.
  func invalidateLater(_ node: NodeRef) {
    if let property = node.element { log.invalidated.append(property) }
  }

  /// Defers the first run of an effect to the commit.
  func start(_ effect: GraphEffect, _ context: ContextRef) {
    effect.waitsToStart = true
    log.started.append(Start(effect: effect, derivation: context.pointee.computing))
  }

  /// The number of effects that wait to start.
  var startedCount: Int { log.started.count }
  /// Returns the waiting effects, without the first `count`.
  func started(from count: Int) -> [GraphEffect] { log.started[count...].map(\.effect) }

  /// Defers the end of an effect to the commit.
  func cancel(_ effect: GraphEffect, _ context: ContextRef) {
    let isByMaker = effect.list.map { Graph.isMadeHere(at: $0.address, context) } ?? false
    log.cancelled.append(Cancellation(effect: effect, isByMaker: isByMaker))
  }

  /// Calls a closure at the commit, in the open turn, before that turn's flush.
  func onCommit(_ body: @escaping () -> Void) { log.afterwards.append(body) }

  /// Commits the transaction: the changes belong to the outer transaction, or are final.
  func commit(_ context: ContextRef) {
    context.journal = outer
    if outer != nil {
      // Otherwise the outer transaction would roll back writes of the closure to objects that it
      // has made.
      if context.pointee.computing != nil || !context.making.closures.isEmpty {
        forgetNotesOfMaker(context)
      }
      return
    }
    // Closures and values of the program are released at the end of this method.
    let forgotten = Graph.forgetNotes(behind: savepoint, context)
    defer { withExtendedLifetime(forgotten) {} }
    // Edits end first: the code below must not mistake an edit that changed nothing for a change.
    if context.pointee.computing == nil, !log.isQuiet { Graph.endRound(context) }
    for effect in log.cancelled.map(\.effect) { effect.list?.cancel(effect) }
    startEffects(context)
    for body in log.afterwards { body() }
    for body in log.endings { body() }
  }

  /// Excludes the running closure's changes of its own objects from the outer rollback.
  private func forgetNotesOfMaker(_ context: ContextRef) {
    var place = log.steps.count - Graph.countOfSteps(behind: savepoint, context)
    Graph.forgetNotesOfMaker(behind: savepoint, context) {
      let isUnseen = Graph.isUnseen(at: log.steps[place].address, context)
      if isUnseen { log.steps.remove(at: place) } else { place += 1 }
      return isUnseen
    }
  }

  /// Rolls back the transaction.
  func rollBack(_ context: ContextRef) {
    // Steps of this rollback are not recorded for the outer transaction.
    context.journal = nil
    context.undo.undoing = self
    context.pointee.undoneTransaction = ticket
    let wasStale = reader?.flags.contains(.stale) ?? false
    let changed = nodesToPutBack(context)
    let seen =
      log.hasFirsts ? Graph.valuesSeenByFirstValues(behind: savepoint, context) : [:]
    var (replaced, firsts) = Graph.undo(to: savepoint, context) { log.takeStep(context) }
    context.undo.undoing = nil
    context.pointee.undoneTransaction = 0
    if context.hasMakers { Graph.endMakers(context) }
    let started = log.started.cut(to: startedStart)
    let cancelled = log.cancelled.cut(to: cancelledStart)
    let afterwards = log.afterwards.cut(to: afterwardsStart)
    // The outer transaction has to treat these properties again if it is rolled back, so they stay
    // in the lists.
    for property in log.outdated[outdatedStart...] {
      property.node.issueVersion(property.node.flags)
    }
    for property in log.invalidated[invalidatedStart...] {
      Graph.invalidate(property.node, context)
    }
    context.journal = outer
    var kept: [GraphEffect] = []
    var staying: Set<NodeRef> = []
    for element in firsts.reversed() {
      if !log.stateful.contains(element.node),
        Graph.isStillTrue(element.node, seen, ofClosure: element.closureOfFirst, context)
      {
        element.noteFirstAgain(context)
        kept += element.effectsOfFirst.compactMap { $0 as? GraphEffect }
        staying.insert(element.node)
      } else if let first = element.forgetFirst() {
        replaced.append(first)
      }
    }
    firsts = []
    if let reader {
      // The writes of a derivation have renewed the derivation's edges; the rollback renews them
      // again.
      let isDerivation = context.pointee.computing == reader
      if isDerivation, let changed {
        Graph.rereadInputs(of: reader, below: changed, context)
      } else if isDerivation || cursor != reader.lastInput {
        Graph.rereadInputs(of: reader, after: isDerivation ? nil : cursor, context)
      }
      // Steps have marked this reader as stale, but its edges have been renewed.
      if !wasStale { Graph.passOver(reader) }
    }
    if !started.isEmpty || !cancelled.isEmpty {
      end(started, cancelled, but: kept, staying, context)
    }
    withExtendedLifetime((replaced, cancelled, afterwards)) {}
    if outer == nil {
      startEffects(context)
      for body in log.endings { body() }
    }
  }

  /// Ends the effects that a rolled back transaction made.
  ///
  /// Effects of updaters that the body has made, and effects of first values that stay, go to the
  /// outer transaction.
  private func end(
    _ started: [Start], _ cancelled: [Cancellation], but kept: [GraphEffect],
    _ staying: Set<NodeRef>, _ context: ContextRef
  ) {
    var ofFirsts = Set(kept.map(ObjectIdentifier.init))
    for start in started where !start.effect.isOver {
      if start.derivation.map(staying.contains) == true {
        ofFirsts.insert(ObjectIdentifier(start.effect))
      }
      if isInside(start.effect, context) || ofFirsts.contains(ObjectIdentifier(start.effect)) {
        log.started.append(start)
      } else {
        start.effect.end()
      }
    }
    // A rollback undoes the body's cancellations of effects of a first value that stays.
    for cancellation in cancelled {
      let effect = cancellation.effect
      if effect.isOver || !isInside(effect, context) { continue }
      if cancellation.isByMaker || !ofFirsts.contains(ObjectIdentifier(effect)) { effect.end() }
    }
  }

  /// Returns the nodes that a rollback inside a derivation restores; nil if the rollback has other
  /// work, too.
  private func nodesToPutBack(_ context: ContextRef) -> [NodeRef]? {
    guard let reader, context.pointee.computing == reader, !log.hasFirsts,
      log.outdated.count == outdatedStart, log.invalidated.count == invalidatedStart
    else { return nil }
    return Graph.nodesToPutBack(behind: savepoint, context)
  }

  /// Whether the updater of an effect was made in this transaction.
  private func isInside(_ effect: GraphEffect, _ context: ContextRef) -> Bool {
    guard let list = effect.list, let made = context.making.made[list.address] else { return false }
    return made.transaction >= ticket
  }

  /// Runs the effects that have waited for the end of the outermost transaction.
  ///
  /// If the transaction has a turn of its own, the flush that follows runs them in order of age.
  /// Inside a derivation there is no flush: the effects run as soon as nothing computes.
  private func startEffects(_ context: ContextRef) {
    let isOutermost = context.pointee.turnDepth == 1 && context.pointee.computing == nil
    let started = log.started
    log.started = []
    for effect in started.map(\.effect) where !effect.isOver {
      effect.waitsToStart = false
      if context.pointee.computing != nil {
        Graph.startLater(effect, context)
      } else if isOutermost, effect.list?.isPaused == false {
        context.pointee.queue.append(effect.node)
      } else {
        effect.list?.firstRun(of: effect, context)
      }
    }
  }
}

extension Array {
  /// Removes and returns the elements after the first `count`.
  fileprivate mutating func cut(to count: Int) -> [Element] {
    // Nearly always there are none, and a comparison costs less than the cut.
    if self.count == count { return [] }
    let tail = Array(self[count...])
    removeSubrange(count...)
    return tail
  }
}

extension Graph {
  /// Adds a step to the rollback of the open transaction, if there is one.
  ///
  /// Adds nothing for an object that its maker is changing. See `Journal.onRollback`.
  static func onRollback(
    of address: UInt, _ context: ContextRef, _ step: @escaping (ContextRef) -> Any
  ) {
    guard let journal = context.journal, !isUnseen(at: address, context) else { return }
    journal.onRollback(of: address, context, step)
  }
}
