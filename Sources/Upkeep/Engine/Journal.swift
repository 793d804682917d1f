import UpkeepThread

/// What an open transaction has done: how to undo it, and what waits for its commit.
final class Journal {
  /// Tells this transaction from every other one.
  let ticket = upkeep_take_ticket()
  private let outer: Journal?
  private var undo: [(ContextPointer) -> Any] = []
  /// Effects made inside, which have not run yet.
  private var started: [EffectToken] = []
  /// Effects that end with the commit.
  private var cancelled: [EffectToken] = []

  /// The ticket of the outermost open transaction.
  let outermostTicket: UInt64
  /// Steps that put derived values back, first computed first; only the outermost transaction has any.
  private var results: [() -> NodePointer] = []
  /// The computation in which the transaction was opened, and what that had read last.
  private let reader: NodePointer?
  private let cursor: EdgePointer?

  /// `Context.changes` when it was opened.
  private let changesAtOpen: Int

  private init(outer: Journal?, _ context: ContextPointer) {
    let reader = context.pointee.tracker
    self.outer = outer
    outermostTicket = outer?.outermostTicket ?? ticket
    self.reader = reader
    changesAtOpen = context.pointee.changes
    cursor = reader?.pointee.lastInput
  }

  /// Opens a transaction inside whatever is open.
  static func open(_ context: ContextPointer) -> Journal {
    let journal = Journal(outer: context.pointee.journal, context)
    context.pointee.journal = journal
    return journal
  }

  /// Adds a step of the way back. Steps are taken last first, inside a turn. Each returns what it has
  /// replaced and what it held, so that no `deinit` of the program's runs before all are taken.
  func onRollback(_ step: @escaping (ContextPointer) -> Any) { undo.append(step) }

  /// Adds a step that puts a derived value back, and returns its node.
  func onUndo(ofResult step: @escaping () -> NodePointer) {
    if let outer { outer.onUndo(ofResult: step) } else { results.append(step) }
  }

  /// Leaves the first run of an effect to the commit.
  func start(_ effect: EffectToken) { started.append(effect) }

  /// Leaves the end of an effect to the commit.
  func cancel(_ effect: EffectToken) { cancelled.append(effect) }

  /// Lets everything stand: for the transaction outside, or for good.
  func commit(_ context: ContextPointer) {
    context.pointee.journal = outer
    if let outer {
      outer.undo += undo
      outer.started += started
      outer.cancelled += cancelled
      return
    }
    Graph.forgetAttempts(context)
    for effect in cancelled { effect.cancel() }
    // In a turn of its own the transaction is followed by the flush, which runs them in order of age.
    // Inside a derivation no flush follows.
    let isOutermost = context.pointee.turnDepth == 1 && context.pointee.computing == nil
    for effect in started where !effect.isCancelled {
      if isOutermost, effect.roster?.isPaused == false {
        context.pointee.queue.append(effect.node)
      } else {
        effect.roster?.firstRun(of: effect, context)
      }
    }
  }

  /// Undoes everything.
  func rollBack(_ context: ContextPointer) {
    // The way back is nothing that the transaction outside could undo.
    context.pointee.journal = nil
    var replaced: [Any] = []
    while let step = undo.popLast() { replaced.append(step(context)) }
    Graph.trust(results.map { $0() }, since: changesAtOpen, context)
    context.pointee.journal = outer
    if outer == nil { Graph.forgetAttempts(context) }
    if let reader { Graph.rereadInputs(of: reader, after: cursor, context) }
    for effect in started { effect.end() }
    withExtendedLifetime((replaced, results)) {}
  }
}
