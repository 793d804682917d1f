extension Misuse {
  /// Hands a mistake to the innermost handler: at once, or at the end of the refresh or edit that is open, for a handler
  /// may write.
  @inline(never)
  package static func report(_ misuse: Misuse) {
    let context = Context.current
    if !context.isRefreshing, context.reportHolders == 0 {
      deliver(misuse, to: context.handlers.count, context)
    } else {
      context.reports.append((misuse, context.handlers.count))
      context.hasLeftovers = true
    }
  }

  /// Begins an edit, whose mistakes wait until what it has changed is in place.
  @usableFromInline
  package static func beginEdit() { Context.current.reportHolders += 1 }

  /// Ends an edit: `store` puts in place what it has changed.
  @inlinable
  package static func endEdit(_ store: () -> Void) {
    noteEndOfEdit()
    store()
    deliverAfterEdit()
  }

  @usableFromInline
  static func noteEndOfEdit() { Context.current.reportHolders -= 1 }

  @usableFromInline
  static func deliverAfterEdit() {
    let context = Context.current
    if !context.isRefreshing, !context.reports.isEmpty { deliverReports(context) }
  }

  /// Delivers what the innermost handler is to hear.
  static func deliverReportsOfScope(_ context: ContextRef) {
    let reports = context.reports
    let depth = context.handlers.count
    context.reports = reports.filter { $0.handlers < depth }
    for report in reports where report.handlers >= depth {
      deliver(report.misuse, to: report.handlers, context)
    }
  }

  /// Delivers what was found inside the refresh or edit that has ended, unless it was part of an edit.
  @inline(never)
  static func deliverReports(_ context: ContextRef) {
    if context.reportHolders != 0 { return }
    let reports = context.reports
    context.reports = []
    for report in reports { deliver(report.misuse, to: report.handlers, context) }
  }

  /// Calls the last of the first `count` handlers.
  ///
  /// Its reads are not tracked. Only the handlers outside it are in force while it runs, so that a
  /// handler's own mistakes come to an end.
  private static func deliver(_ misuse: Misuse, to count: Int, _ context: ContextRef) {
    let handlers = context.handlers
    guard let handler = handlers.prefix(count).last else {
      writeToStandardError("Upkeep: \(misuse)\n")
      return
    }
    context.handlers = Array(handlers.prefix(count).dropLast())
    defer { context.handlers = handlers }
    context.untracked { handler(misuse) }
  }

  /// Reports a mistake after which there is no value to go on with, and stops the program, which says why whoever
  /// has heard of it.
  package static func stop(_ misuse: Misuse, because reason: String? = nil) -> Never {
    let context = Context.current
    context.reportHolders = 0
    deliverReports(context)
    if !context.handlers.isEmpty {
      deliver(misuse, to: context.handlers.count, context)
    }
    stopProgram("\(misuse)\(reason.map { " The program stops: \($0)." } ?? "")")
  }
}
