import UpkeepThread

// Work that nests the program's own frames needs a stack: the first read of tracked derived values of which none was
// ever read, change rules and clean-ups that read what is stale, effects that make effects. Near the end of the stack
// it goes on, on the same thread, in memory of its own. (Where stacks cannot be moved, the program stops with advice.)
extension Graph {
  /// Bytes of stack kept for the program's own closure and for the message.
  static var stackReserve: UInt { 48 << 10 }

  /// Whether the stack that is left is the reserve.
  @inline(__always)
  static func isNearStackEnd(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.stackLimit &+ stackReserve
      && context.stackLimit != 0
  }

  /// `climb` on more stack.
  @inline(never)
  static func climbOnMoreStack(from root: NodeRef, _ context: ContextRef) {
    let isCareful = context.climbsWithCare
    let hasStack = onMoreStack(context) {
      if isCareful { climbWithCare(from: root, context) } else { climb(from: root, context) }
    }
    if hasStack { return }
    let depth = context.outerFrames.count
    Misuse.stop(.stackExhausted(property: describe(root), depth: depth))
  }

  /// Runs a body on a stack of its own, as large as all that were added so far; says false where there is none.
  fileprivate static func onMoreStack(_ context: ContextRef, _ body: () -> Void) -> Bool {
    let bytes: UInt = min(max(1 << 20, context.addedStack), 64 << 20)
    guard context.addedStack + bytes <= context.maximumAddedStack else {
      return false
    }
    let limit = context.stackLimit
    context.addedStack += bytes
    defer {
      context.addedStack -= bytes
      context.stackLimit = limit
    }
    return withoutActuallyEscaping(body) { body in
      var body = body
      return withUnsafeMutablePointer(to: &body) { body in
        upkeep_on_more_stack(
          bytes,
          { body, lowest in
            // SAFETY: this is what `upkeep_on_more_stack` was given, and the thread is the same.
            Context.current.stackLimit = lowest
            body.assumingMemoryBound(to: (() -> Void).self).pointee()
          }, body)
      }
    }
  }
}

/// Closures of the program's that call one another through the library.
package enum Nesting {
  /// Runs a body, near the end of the stack on more of it.
  ///
  /// Where there is no more the program stops.
  package static func run(orStopWith mistake: @autoclosure () -> Misuse, _ body: () -> Void) {
    let context = Context.current
    guard Graph.isNearStackEnd(context) else { return body() }
    if !Graph.onMoreStack(context, body) { Misuse.stop(mistake()) }
  }
}
