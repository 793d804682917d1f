/// A property's liveness handler, and what it was told last.
final class LivenessWatch {
  let handler: (Bool) -> Void
  /// Called at the end of a turn that asked for it, whether or not the liveness has changed.
  let endOfTurn: (() -> Void)?
  /// Waits for the end of the turn to be told.
  var isPending = false
  private var told = false
  /// The calls at the end of one turn, and the ticket of that.
  private var calls = 0
  private var ticket: UInt64 = 0

  init(_ handler: @escaping (Bool) -> Void, endOfTurn: (() -> Void)? = nil) {
    self.handler = handler
    self.endOfTurn = endOfTurn
  }

  /// Counts a call at the end of a turn; returns how many these are.
  func countCall(in ticket: UInt64) -> Int {
    calls = self.ticket == ticket ? calls + 1 : 1
    self.ticket = ticket
    return calls
  }

  /// Goes on counting the calls of the handler in whose place this one comes, possibly called by that.
  func follow(_ other: LivenessWatch) {
    calls = other.calls
    ticket = other.ticket
  }

  func tell(_ isLive: Bool) {
    let context = Context.current
    if let endOfTurn { context.untracked(endOfTurn) }
    if told == isLive { return }
    told = isLive
    context.untracked { handler(isLive) }
  }
}
