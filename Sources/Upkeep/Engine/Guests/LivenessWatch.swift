/// A property's liveness handler, and what it was told last.
final class LivenessWatch {
  /// Nil where the handler was removed while handlers are called.
  let handler: ((Bool) -> Void)?
  /// Called at the end of a turn that asked for it, whether or not the liveness has changed.
  let endOfTurn: (() -> Void)?
  /// Waits for the end of the turn to be told.
  var isPending = false
  private var told = false
  /// The calls at the end of one turn, and the ticket of that.
  private var calls = 0
  private var ticket: UInt64 = 0

  /// Its calls are counted on from those of `other`, in whose place it comes, possibly called by that handler.
  init(
    _ handler: ((Bool) -> Void)?, endOfTurn: (() -> Void)? = nil, after other: LivenessWatch? = nil
  ) {
    self.handler = handler
    self.endOfTurn = endOfTurn
    if let other { (calls, ticket) = (other.calls, other.ticket) }
  }

  /// The calls at the end of a turn.
  func calls(in ticket: UInt64) -> Int { self.ticket == ticket ? calls : 0 }

  /// Counts a call at the end of a turn; returns how many these are.
  func countCall(in ticket: UInt64) -> Int {
    calls = calls(in: ticket) + 1
    self.ticket = ticket
    return calls
  }

  /// Counts its calls anew.
  func forgetCalls() { calls = 0 }

  /// Tells the end of a turn, and then the liveness.
  func turnEnded(_ isLive: Bool) {
    if let endOfTurn { Context.current.untracked(endOfTurn) }
    tell(isLive)
  }

  /// Calls the handler if the liveness is another one than it was told last.
  func tell(_ isLive: Bool) {
    if told == isLive { return }
    told = isLive
    if let handler { Context.current.untracked { handler(isLive) } }
  }
}
