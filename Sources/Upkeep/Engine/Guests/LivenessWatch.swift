/// A property's liveness handler, and the liveness that the handler was told last.
final class LivenessWatch {
  /// Nil if the handler was removed while handlers were being called.
  let handler: ((Bool) -> Void)?
  /// Called at the end of a turn that requested the call, whether or not the liveness has changed.
  let endOfTurn: (() -> Void)?
  /// Whether the handler waits for the end of the turn.
  var isPending = false
  private var told = false
  /// The number of calls at the end of one turn, and the ticket of that turn.
  private var calls = 0
  private var ticket: UInt64 = 0

  /// Makes a watch that replaces `other` and continues its count.
  ///
  /// The handler of `other` may be the caller.
  init(
    _ handler: ((Bool) -> Void)?, endOfTurn: (() -> Void)? = nil, after other: LivenessWatch? = nil
  ) {
    self.handler = handler
    self.endOfTurn = endOfTurn
    if let other { (calls, ticket) = (other.calls, other.ticket) }
  }

  /// Returns the number of calls at the end of a turn.
  func calls(in ticket: UInt64) -> Int { self.ticket == ticket ? calls : 0 }

  /// Counts a call at the end of a turn; returns the new number.
  func countCall(in ticket: UInt64) -> Int {
    calls = calls(in: ticket) + 1
    self.ticket = ticket
    return calls
  }

  /// Resets the number of calls.
  func forgetCalls() { calls = 0 }

  /// Calls `endOfTurn`, and then tells the liveness.
  func turnEnded(_ isLive: Bool) {
    if let endOfTurn { Context.current.untracked(endOfTurn) }
    tell(isLive)
  }

  /// Calls the handler if the liveness differs from the liveness that the handler was told last.
  func tell(_ isLive: Bool) {
    if told == isLive { return }
    told = isLive
    if let handler { Context.current.untracked { handler(isLive) } }
  }
}
