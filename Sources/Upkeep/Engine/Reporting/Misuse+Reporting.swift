extension Misuse {
  /// Hands a mistake to the innermost handler.
  ///
  /// A handler may write. So inside a refresh or an edit the mistake waits for the end of the
  /// refresh or edit.
  @inline(never)
  package static func report(_ misuse: Misuse) {
    let context = Context.current
    if !context.isRefreshing, context.misuse.holders == 0 {
      deliver(misuse, to: context.misuse.handlers.count, context)
    } else {
      context.misuse.reports.append((misuse, context.misuse.handlers.count))
      context.pointee.care.insert(.leftovers)
    }
  }

  /// Begins an edit: mistakes wait until the edited value is in place.
  @usableFromInline
  package static func beginEdit() { Context.current.misuse.holders += 1 }

  /// Ends an edit, whose `store` puts the edited value in place.
  @inlinable
  package static func endEdit(_ store: () -> Void) {
    noteEndOfEdit()
    store()
    deliverAfterEdit()
  }

  @usableFromInline
  static func noteEndOfEdit() { Context.current.misuse.holders -= 1 }

  @usableFromInline
  static func deliverAfterEdit() {
    let context = Context.current
    if !context.isRefreshing, !context.misuse.reports.isEmpty { deliverReports(context) }
  }

  /// Delivers the reports that are for the innermost handler.
  static func deliverReportsOfScope(_ context: ContextRef) {
    let reports = context.misuse.reports
    let depth = context.misuse.handlers.count
    context.misuse.reports = reports.filter { $0.handlers < depth }
    for report in reports where report.handlers >= depth {
      deliver(report.misuse, to: report.handlers, context)
    }
  }

  /// Delivers the reports of the refresh or edit that has ended, unless an edit is still open.
  @inline(never)
  static func deliverReports(_ context: ContextRef) {
    if context.misuse.holders != 0 { return }
    let reports = context.misuse.reports
    context.misuse.reports = []
    for report in reports { deliver(report.misuse, to: report.handlers, context) }
  }

  /// Calls the last of the first `count` handlers.
  ///
  /// The handler's reads are not tracked. While it runs, only the handlers outside it are in force,
  /// so that a handler does not report its own mistakes to itself for ever.
  private static func deliver(_ misuse: Misuse, to count: Int, _ context: ContextRef) {
    let handlers = context.misuse.handlers
    guard let handler = handlers.prefix(count).last else {
      writeToStandardError("Upkeep: \(misuse)\n")
      return
    }
    context.misuse.handlers = Array(handlers.prefix(count).dropLast())
    defer { context.misuse.handlers = handlers }
    context.untracked { handler(misuse) }
  }

  /// Reports a mistake that leaves no value to continue with, and stops the program.
  ///
  /// The program's last message names the mistake, even if a handler was told.
  package static func stop(_ misuse: Misuse, because reason: String? = nil) -> Never {
    let context = Context.current
    context.misuse.holders = 0
    deliverReports(context)
    if !context.misuse.handlers.isEmpty {
      deliver(misuse, to: context.misuse.handlers.count, context)
    }
    stopProgram("\(misuse)\(reason.map { " The program stops: \($0)." } ?? "")")
  }
}

/// Reports mistakes: the guest that all other guests use.
class ReportingGuest: Guests {
  // SAFETY: each property is read and written whole, or by an operation that runs no code of the
  // program.
  /// Mistakes found inside a refresh or an edit, each with the number of handlers that were in
  /// force.
  @exclusivity(unchecked) final var reports: [(misuse: Misuse, handlers: Int)] = []
  // SAFETY: as above.
  /// The number of open edits; mistakes wait until all of them have ended.
  @exclusivity(unchecked) final var holders = 0
  // SAFETY: as above.
  /// The misuse handlers in force, outermost first.
  @exclusivity(unchecked) final var handlers: [(Misuse) -> Void] = []

  override final func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    Misuse.stop(
      .stackExhausted(property: Graph.describe(root), depth: context.pointee.outerFrames.count))
  }

  #if DEBUG
    /// Reports a read of an undeclared property by a declared derivation (law 5).
    override final func didReadUntracked(_ node: NodeRef, _ context: ContextRef) {
      guard let computing = context.pointee.computing,
        computing.flags.contains(.declared), context.pointee.untrackedDepth == 0,
        !node.flags.contains(.constant), !node.live.pointee.isLocal,
        !computing.live.pointee.wasReported,
        !computing.inputs.contains(where: { $0.input == node })
      else { return }
      computing.live.pointee.wasReported = true
      Misuse.report(
        .undeclaredRead(derivation: Graph.describe(computing), property: Graph.describe(node)))
    }
  #endif
}

extension ContextRef {
  /// The mistakes to report, and the handlers that get them.
  var misuse: ReportingGuest { guest(ReportingGuest.self) }
}

/// An element whose content says more than its place does.
protocol NamedByContent: GraphElement {
  /// The name in messages.
  var nameInMessages: String { get }
}

extension Graph {
  static func label(of node: NodeRef) -> Label { node.element?.label ?? .unknown }

  /// Returns a node's name and place, for messages.
  static func describe(_ node: NodeRef) -> String {
    (node.element as? any NamedByContent)?.nameInMessages ?? label(of: node).description
  }

  /// Stops the program at a use of a property inside its own edit.
  static func stopOverlappingAccess(to node: NodeRef) -> Never {
    Misuse.stop(overlappingAccess(to: node, Context.current))
  }

  /// Returns the mistake of a use of a property that is being edited: in the edit, or by another
  /// thread.
  static func overlappingAccess(to node: NodeRef, _ context: ContextRef) -> Misuse {
    // An edit keeps its own thread's count above 0.
    context.pointee.nesting == 0
      ? .sentInsideTurn(name: describe(node)) : .overlappingAccess(property: describe(node))
  }
}

/// A guard for program closures that call one another through other modules.
package enum Nesting {
  /// Stops the program with a mistake if the stack is nearly used up.
  package static func stopNearStackEnd(with mistake: @autoclosure () -> Misuse) {
    if Graph.isNearStackEnd(Context.current) { Misuse.stop(mistake()) }
  }
}
