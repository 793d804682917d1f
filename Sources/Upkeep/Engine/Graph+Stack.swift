import UpkeepThread

// Closures of the program that call one another through the library need a stack: the first read of
// tracked derived values of which none was ever read, change rules and clean-ups that read what is
// stale, effects that make effects. Near the end of the stack the program stops with advice.
extension Graph {
  /// Bytes of stack kept for the program's own closure and for the message.
  private static var stackReserve: UInt { 48 << 10 }

  /// Whether the stack that is left is the reserve.
  static func isNearStackEnd(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.stackLimit &+ stackReserve
      && context.stackLimit != 0
  }

  /// Stops the program: closures nest too deep for the stack at a node.
  @inline(never)
  static func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    Misuse.stop(.stackExhausted(property: describe(root), depth: context.outerFrames.count))
  }
}

/// A guard for closures of the program that call one another through other modules.
package enum Nesting {
  /// Stops the program with a mistake if the stack is nearly used up.
  package static func stopNearStackEnd(with mistake: @autoclosure () -> Misuse) {
    if Graph.isNearStackEnd(Context.current) { Misuse.stop(mistake()) }
  }
}
