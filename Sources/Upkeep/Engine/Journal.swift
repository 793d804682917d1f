import UpkeepThread

/// What an open transaction has done: how to undo it, and what waits for its commit.
///
/// Nested transactions share one `Log`, and each knows where its part begins: what a nested one has done
/// becomes the outer one's by its end alone, however deep the nesting.
@usableFromInline
final class Journal {
  /// What the outermost transaction and those inside it have done, oldest first.
  private final class Log {
    var undo: [(ContextRef) -> Any] = []
    /// Effects made inside, which have not run yet.
    var started: [GraphEffect] = []
    /// Effects that end with the commit.
    var cancelled: [GraphEffect] = []
    /// What the program does when all is committed, in that order.
    var afterwards: [() -> Void] = []
    /// Steps that put derived values back, first computed first.
    var results: [() -> NodeRef] = []
    /// Steps of the library's for the end of the outermost transaction, one way or the other, in that order.
    var endings: [() -> Void] = []
    /// Some derived value is not what it was, whatever is put back: nor may be what follows from it.
    var isDistrusted = false
    /// Properties of which no reader is to find the version that it has read, whatever is put back.
    var outdated: [GraphElement] = []

    /// Nothing runs with the commit.
    var isQuiet: Bool {
      started.isEmpty && cancelled.isEmpty && afterwards.isEmpty && endings.isEmpty
    }

    /// Removes and returns what came after the first `count` elements.
    func cut<Element>(_ list: ReferenceWritableKeyPath<Log, [Element]>, to count: Int) -> [Element]
    {
      let tail = Array(self[keyPath: list][count...])
      self[keyPath: list].removeSubrange(count...)
      return tail
    }
  }

  /// Tells this transaction from every other one.
  @usableFromInline let ticket = upkeep_take_ticket()
  private let outer: Journal?
  private let log: Log
  private let undoStart: Int
  private let startedStart: Int
  private let cancelledStart: Int
  private let afterwardsStart: Int
  private let outdatedStart: Int

  /// The ticket of the outermost open transaction.
  @usableFromInline let outermostTicket: UInt64
  /// The computation in which the transaction was opened, and what that had read last.
  private let reader: NodeRef?
  private let cursor: EdgeRef?

  /// `Context.changes` when it was opened.
  private let changesAtOpen: Int

  private init(outer: Journal?, _ context: ContextRef) {
    let reader = context.tracker
    self.outer = outer
    log = outer?.log ?? Log()
    undoStart = log.undo.count
    startedStart = log.started.count
    cancelledStart = log.cancelled.count
    afterwardsStart = log.afterwards.count
    outdatedStart = log.outdated.count
    outermostTicket = outer?.outermostTicket ?? ticket
    self.reader = reader
    changesAtOpen = context.changes
    cursor = reader?.lastInput
  }

  /// Opens a transaction inside whatever is open.
  static func open(_ context: ContextRef) -> Journal {
    let journal = Journal(outer: context.journal, context)
    context.journal = journal
    return journal
  }

  /// Adds a step of the way back. Steps are taken last first, inside a turn. Each returns what it has
  /// replaced and what it held, so that no `deinit` of the program's runs before all are taken.
  @usableFromInline
  func onRollback(_ step: @escaping (ContextRef) -> Any) { log.undo.append(step) }

  /// Adds a step that puts a derived value back, and returns its node.
  @usableFromInline
  func onUndo(ofResult step: @escaping () -> NodeRef) { log.results.append(step) }

  /// Makes the next result of derived values count as any other, although this is undone.
  func distrustResults() { log.isDistrusted = true }

  /// Leaves something to the end of the outermost transaction, also if that is undone: everything is in place then.
  func onEnding(_ body: @escaping () -> Void) { log.endings.append(body) }

  /// Makes whoever has read a property before compute again, although this is undone.
  func outdate(_ property: GraphElement) { log.outdated.append(property) }

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
    Graph.forgetAttempts(context)
    // What runs now must not take an edit for a change that is none.
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
    var replaced: [Any] = []
    while log.undo.count > undoStart, let step = log.undo.popLast() {
      replaced.append(step(context))
    }
    let started = log.cut(\.started, to: startedStart)
    let cancelled = log.cut(\.cancelled, to: cancelledStart)
    // Seldom any: to ask costs less than to cut.
    let afterwards =
      log.afterwards.count > afterwardsStart ? log.cut(\.afterwards, to: afterwardsStart) : []
    let results = outer == nil ? log.results : []
    Graph.trust(results.map { $0() }, since: changesAtOpen, context)
    if log.isDistrusted { Graph.forgetRestored(context) }
    // The transaction outside puts them back once more if it is undone, so they stay in the list.
    for property in log.outdated[outdatedStart...] {
      Graph.issueVersion(of: property.node, property.node.flags)
    }
    context.journal = outer
    if outer == nil { Graph.forgetAttempts(context) }
    if let reader { Graph.rereadInputs(of: reader, after: cursor, context) }
    if !planted(.rollbackStartsEffects) { for effect in started { effect.end() } }
    if planted(.rollbackCancels) { for effect in cancelled { effect.end() } }
    if outer == nil { for body in log.endings { body() } }
    withExtendedLifetime((replaced, results, cancelled, afterwards)) {}
  }
}
