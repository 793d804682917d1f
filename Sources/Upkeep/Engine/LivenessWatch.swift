/// A property's liveness handler, and what it was told last.
final class LivenessWatch {
  let handler: (Bool) -> Void
  /// Called at the end of a turn that asked for it, whether or not the liveness has changed.
  let endOfTurn: (() -> Void)?
  /// Waits for the end of the turn to be told.
  var isPending = false
  private var told = false

  init(_ handler: @escaping (Bool) -> Void, endOfTurn: (() -> Void)? = nil) {
    self.handler = handler
    self.endOfTurn = endOfTurn
  }

  func tell(_ isLive: Bool) {
    let context = Context.current
    if let endOfTurn { context.untracked(endOfTurn) }
    if told == isLive { return }
    told = isLive
    context.untracked { handler(isLive) }
  }
}
