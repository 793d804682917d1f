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
    @exclusivity(unchecked) var steps: [(ContextRef) -> Any] = []
    /// Effects made inside, which have not run yet.
    @exclusivity(unchecked) var started: [GraphEffect] = []
    /// Effects that end with the commit.
    @exclusivity(unchecked) var cancelled: [GraphEffect] = []
    /// Closures of the program to call when all is committed, in that order.
    @exclusivity(unchecked) var afterwards: [() -> Void] = []
    /// Steps of the library's for the end of the outermost transaction, one way or the other, in that order.
    @exclusivity(unchecked) var endings: [() -> Void] = []
    /// Derived values of which a step of the way back has changed what they follow from: they compute again.
    @exclusivity(unchecked) var invalidated: [GraphElement] = []
    /// Properties of which no reader is to find the version that it has read, whatever is put back.
    @exclusivity(unchecked) var outdated: [GraphElement] = []

    /// Nothing runs with the commit.
    var isQuiet: Bool {
      started.isEmpty && cancelled.isEmpty && afterwards.isEmpty && endings.isEmpty
    }
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
    let reader = context.tracker
    self.outer = outer
    log = outer?.log ?? Log()
    savepoint = context.undoLog.count
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
  func onRollback(_ context: ContextRef, _ step: @escaping (ContextRef) -> Any) {
    log.steps.append(step)
    context.undoLog.append(UndoEntry(kind: .step, node: nil))
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
  func start(_ effect: GraphEffect) {
    effect.waitsForCommit = true
    log.started.append(effect)
  }

  /// Leaves the end of an effect to the commit.
  func cancel(_ effect: GraphEffect) { log.cancelled.append(effect) }

  /// Leaves something to the commit: it is done before effects run, in a turn that is open.
  func onCommit(_ body: @escaping () -> Void) { log.afterwards.append(body) }

  /// Lets everything stand: for the transaction outside, or for good.
  func commit(_ context: ContextRef) {
    context.journal = outer
    if outer != nil { return }
    // Closures and values of the program go when all is done.
    let forgotten = Graph.forgetNotes(behind: savepoint, context)
    defer { withExtendedLifetime(forgotten) {} }
    // Code that runs now must not take an edit for a change that is none.
    if !context.edited.isEmpty, context.computing == nil, !log.isQuiet {
      Graph.restoreUnchanged(context)
    }
    for effect in log.cancelled { effect.list?.cancel(effect) }
    // In a turn of its own the transaction is followed by the flush, which runs them in order of age.
    // Inside a derivation no flush follows.
    let isOutermost = context.turnDepth == 1 && context.computing == nil
    for effect in log.started where !effect.isOver {
      effect.waitsForCommit = false
      if isOutermost, effect.list?.isPaused == false {
        context.queue.append(effect.node)
      } else {
        effect.list?.firstRun(of: effect, context)
      }
    }
    for body in log.afterwards { body() }
    for body in log.endings { body() }
  }

  /// Undoes everything.
  func rollBack(_ context: ContextRef) {
    // The way back is nothing that the transaction outside could undo.
    context.journal = nil
    context.undoing = self
    let wasStale = reader?.flags.contains(.stale) ?? false
    let replaced = Graph.undo(to: savepoint, context) { log.steps.popLast()?(context) }
    context.undoing = nil
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
    if let reader {
      rereadInputs(of: reader, context)
      // Steps of the way back have marked what has read inside; this one has read it anew.
      if !wasStale { Graph.passOver(reader) }
    }
    for effect in started { effect.end() }
    if outer == nil { for body in log.endings { body() } }
    withExtendedLifetime((replaced, cancelled, afterwards)) {}
  }

  /// Has the computation in which the transaction was opened follow what is there now.
  ///
  /// Otherwise the versions that it has read inside would make it run again.
  private func rereadInputs(of reader: NodeRef, _ context: ContextRef) {
    guard cursor != reader.lastInput else { return }
    var edge = cursor == nil ? reader.firstInput : cursor?.nextInput
    while let current = edge {
      Graph.refreshInput(current.input, context)
      current.version = current.input.version
      edge = current == reader.lastInput ? nil : current.nextInput
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
