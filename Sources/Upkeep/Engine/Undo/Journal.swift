import UpkeepThread

/// An open transaction: its savepoint in the undo log of the turn, and what waits for its end.
///
/// Nested transactions share one `Log`, and each knows where its part begins: what a nested one has done
/// becomes the outer one's by its end alone, however deep the nesting.
@usableFromInline
final class Journal {
  /// What the outermost transaction and those inside it have to say besides the undo log, oldest first.
  private final class Log {
    // SAFETY: each is read and written whole, or by `append`, `popLast` and `cut`, which run nothing of the
    // program's.
    /// The steps of the way back that the undo log has no other entry for.
    @exclusivity(unchecked) var steps: [Step] = []
    /// First values were made inside.
    @exclusivity(unchecked) var hasFirsts = false
    /// The derived values that keep something beside their values, which goes back by a step.
    @exclusivity(unchecked) var stateful: Set<NodeRef> = []
    /// Effects made inside, which have not run yet.
    @exclusivity(unchecked) var started: [Start] = []
    /// Effects that end with the commit.
    @exclusivity(unchecked) var cancelled: [Cancellation] = []
    /// Closures of the program to call when all is committed, in that order.
    @exclusivity(unchecked) var afterwards: [() -> Void] = []
    /// Steps of the library's for the end of the outermost transaction, one way or the other, in that order.
    @exclusivity(unchecked) var endings: [() -> Void] = []
    /// Derived values of which a step of the way back has changed what they follow from: they compute again.
    @exclusivity(unchecked) var invalidated: [GraphElement] = []
    /// Properties of which no reader is to find the version that it has read, whatever is put back.
    @exclusivity(unchecked) var outdated: [GraphElement] = []

    /// Takes the newest step.
    func takeStep(_ context: ContextRef) -> Any? {
      guard let step = steps.popLast() else { return nil }
      return Graph.isUnseen(at: step.address, context) ? step : step.take(context)
    }

    /// Nothing runs with the commit.
    var isQuiet: Bool {
      started.isEmpty && cancelled.isEmpty && afterwards.isEmpty && endings.isEmpty
    }
  }

  /// A step of the way back.
  private struct Step {
    /// Stands for the property that it puts back, whose own maker need not undo it; 0 for what has
    /// no maker.
    let address: UInt
    let take: (ContextRef) -> Any
  }

  /// An effect made inside, and the derivation whose closure has made it, if one's has.
  private struct Start {
    let effect: GraphEffect
    let derivation: NodeRef?
  }

  /// The end of an effect, left to the commit.
  private struct Cancellation {
    let effect: GraphEffect
    /// The closure that has made its updater has cancelled it, as it may.
    let isByMaker: Bool
  }

  /// Tells this transaction from every other one.
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
  /// The computation in which the transaction was opened, and what that had read last.
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

  /// Opens a transaction inside whatever is open.
  static func open(_ context: ContextRef) -> Journal {
    let journal = Journal(outer: context.journal, context)
    context.journal = journal
    return journal
  }

  /// Adds a step of the way back.
  ///
  /// Steps are taken last first, inside a turn. Each returns what it has replaced and what it held,
  /// so that no `deinit` of the program's runs before all are taken.
  @usableFromInline
  func onRollback(
    of address: UInt = 0, _ context: ContextRef, _ step: @escaping (ContextRef) -> Any
  ) {
    log.steps.append(Step(address: address, take: step))
    context.pointee.undoLog.append(UndoEntry(kind: .step, node: nil))
  }

  /// Notes that a first value is made inside.
  func logFirst(of node: NodeRef, _ context: ContextRef) {
    log.hasFirsts = true
    Graph.log(.first, of: node, context)
  }

  /// Notes that a derived value keeps something beside its value, which goes back by a step: so its
  /// first value goes, too.
  @usableFromInline
  func noteState(of node: NodeRef?) {
    if let node { log.stateful.insert(node) }
  }

  /// Leaves something to the end of the outermost transaction, also if that is undone: everything is in place then.
  func onEnding(_ body: @escaping () -> Void) { log.endings.append(body) }

  /// Makes whoever has read a property before compute again, although this is undone.
  func outdate(_ property: GraphElement) { log.outdated.append(property) }

  /// Makes a derived value compute again when all is put back: a step of the way back has changed what it follows from.
  func invalidateLater(_ node: NodeRef) {
    if let property = node.element { log.invalidated.append(property) }
  }

  /// Leaves the first run of an effect to the commit.
  func start(_ effect: GraphEffect, _ context: ContextRef) {
    effect.waitsToStart = true
    log.started.append(Start(effect: effect, derivation: context.pointee.computing))
  }

  /// The number of effects that wait to start, and those that have come since there were so many.
  var startedCount: Int { log.started.count }
  func started(from count: Int) -> [GraphEffect] { log.started[count...].map(\.effect) }

  /// Leaves the end of an effect to the commit.
  func cancel(_ effect: GraphEffect, _ context: ContextRef) {
    let isByMaker = effect.list.map { Graph.isMadeHere(at: $0.address, context) } ?? false
    log.cancelled.append(Cancellation(effect: effect, isByMaker: isByMaker))
  }

  /// Leaves something to the commit: it is done before effects run, in a turn that is open.
  func onCommit(_ body: @escaping () -> Void) { log.afterwards.append(body) }

  /// Lets everything stand: for the transaction outside, or for good.
  func commit(_ context: ContextRef) {
    context.journal = outer
    if outer != nil {
      // Otherwise the body outside would undo what the closure has written to what it has made.
      if context.pointee.computing != nil || !context.making.closures.isEmpty {
        forgetNotesOfMaker(context)
      }
      return
    }
    // Closures and values of the program go when all is done.
    let forgotten = Graph.forgetNotes(behind: savepoint, context)
    defer { withExtendedLifetime(forgotten) {} }
    // Code that runs now must not take an edit for a change that is none.
    if context.pointee.computing == nil, !log.isQuiet { Graph.endRound(context) }
    for effect in log.cancelled.map(\.effect) { effect.list?.cancel(effect) }
    startEffects(context)
    for body in log.afterwards { body() }
    for body in log.endings { body() }
  }

  /// Leaves the transaction outside no way back from what the closure that runs has done to what it
  /// has made.
  private func forgetNotesOfMaker(_ context: ContextRef) {
    var place = log.steps.count - Graph.countOfSteps(behind: savepoint, context)
    Graph.forgetNotesOfMaker(behind: savepoint, context) {
      let isUnseen = Graph.isUnseen(at: log.steps[place].address, context)
      if isUnseen { log.steps.remove(at: place) } else { place += 1 }
      return isUnseen
    }
  }

  /// Undoes everything.
  func rollBack(_ context: ContextRef) {
    // The way back is nothing that the transaction outside could undo.
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
    // The transaction outside puts them back once more if it is undone, so they stay in the lists.
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
      // The writes of a derivation have renewed its edges; after the undo they are renewed again.
      let isDerivation = context.pointee.computing == reader
      if isDerivation, let changed {
        Graph.rereadInputs(of: reader, below: changed, context)
      } else if isDerivation || cursor != reader.lastInput {
        Graph.rereadInputs(of: reader, after: isDerivation ? nil : cursor, context)
      }
      // Steps of the way back have marked what has read inside; this one has read it anew.
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

  /// Ends the effects that an undone transaction takes with it.
  ///
  /// Effects of updaters that the body has made, and of first values that stay, go to the outer
  /// transaction.
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
    // An undo takes back what the body has cancelled of a first value that stays.
    for cancellation in cancelled {
      let effect = cancellation.effect
      if effect.isOver || !isInside(effect, context) { continue }
      if cancellation.isByMaker || !ofFirsts.contains(ObjectIdentifier(effect)) { effect.end() }
    }
  }

  /// The nodes that an undo inside a derivation puts back; nil if it does more than that.
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
  /// In a turn of its own the transaction is followed by the flush, which runs them in order of
  /// age. Inside a derivation no flush follows: they run as soon as nothing computes.
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
  /// Removes and returns the elements behind the first `count`.
  fileprivate mutating func cut(to count: Int) -> [Element] {
    // Seldom any: to ask costs less than to cut.
    if self.count == count { return [] }
    let tail = Array(self[count...])
    removeSubrange(count...)
    return tail
  }
}

/// Undoes what a transaction has changed.
class UndoGuest: EffectGuest {
  // SAFETY: read and written whole.
  /// The log of the innermost open transaction.
  @exclusivity(unchecked) final fileprivate(set) var journal: Journal?
  // SAFETY: read and written whole.
  /// The transaction that is being undone.
  @exclusivity(unchecked) final var undoing: Journal?

  // SAFETY: read and written whole.
  /// Something here has followed models, or does.
  @exclusivity(unchecked) final var followsModels = false
}

extension ContextRef {
  /// The transactions that are open.
  var undo: UndoGuest { guest(UndoGuest.self) }

  /// The log of the innermost open transaction.
  var journal: Journal? {
    get { isInTransaction ? ask(UndoGuest.self, \.journal) : nil }
    nonmutating set {
      ask(UndoGuest.self) { undo in
        undo.journal = newValue
        pointee.transaction = newValue?.ticket ?? 0
        if newValue != nil {
          pointee.care.formUnion([.transaction, .checks])
        } else {
          pointee.care.subtract(undo.followsModels ? .transaction : [.transaction, .checks])
        }
      }
    }
  }

  /// Says that something here follows models.
  func noteModels() {
    undo.followsModels = true
    pointee.care.insert(.checks)
    upkeep_note_models()
  }
}

extension Graph {
  /// Adds a step of the way back, if a transaction is open, for something that is not undone where
  /// its maker changes it.
  ///
  /// See `Journal.onRollback`.
  static func onRollback(
    of address: UInt, _ context: ContextRef, _ step: @escaping (ContextRef) -> Any
  ) {
    guard let journal = context.journal, !isUnseen(at: address, context) else { return }
    journal.onRollback(of: address, context, step)
  }
}
