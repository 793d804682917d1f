import UpkeepThread

// Closures of the program's that call one another through the library need a stack: the first read of
// tracked derived values of which none was ever read, change rules and clean-ups that read what is
// stale, effects that make effects. Near the end of the stack the program stops with advice.
extension Graph {
  /// Bytes of stack kept for the program's own closure and for the message.
  private static var stackReserve: UInt { 48 << 10 }

  /// Whether the stack that is left is the reserve.
  @inline(__always)
  static func isNearStackEnd(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.stackLimit &+ stackReserve
      && context.stackLimit != 0
  }

  /// Stops the program, which computes too many values inside one another.
  @inline(never)
  static func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    Misuse.stop(.stackExhausted(property: describe(root), depth: context.outerFrames.count))
  }
}

/// Closures of the program's that call one another through the library.
package enum Nesting {
  /// Stops the program near the end of the stack.
  package static func stopNearStackEnd(with mistake: @autoclosure () -> Misuse) {
    if Graph.isNearStackEnd(Context.current) { Misuse.stop(mistake()) }
  }
}
