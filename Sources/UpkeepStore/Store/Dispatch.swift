import Upkeep

/// Sends actions one after the other, each when all is over that the one before it has caused, or
/// collects their results, or both.
final class Dispatch<State, Action> {
  private let source: StoreSource<State, Action>
  private let run: Run
  private let isSerial: Bool
  private let collector: Collector?
  private let origin: Origin
  private var actions: ArraySlice<Action>
  /// The task for which it waits: held, so that it is not over before all that it has caused.
  private var awaited: StoreTask?

  /// Begins.
  ///
  /// - Returns: a task that waits for all of it, or cancels it.
  static func begin(
    _ actions: [Action], serially isSerial: Bool, collect: Bool, _ origin: Origin,
    _ source: StoreSource<State, Action>
  ) -> StoreTask {
    if source.engine.isOver { return StoreTask(run: nil) }
    let dispatch = Dispatch(source, actions, isSerial, collect, origin)
    let task = StoreTask(run: dispatch.run)
    dispatch.goOn()
    // Undone before the actions that were sent, which would let the next one go.
    Turn.afterRollback { dispatch.run.cancel() }
    return task
  }

  private init(
    _ source: StoreSource<State, Action>, _ actions: [Action], _ isSerial: Bool, _ collect: Bool,
    _ origin: Origin
  ) {
    self.source = source
    self.actions = actions[...]
    self.isSerial = isSerial
    let engine = source.engine
    collector = collect ? Collector() : nil
    run = Run(engine, parent: origin.parent, collector: collector)
    var origin = origin
    origin.cause = origin.cause ?? (origin.parent == nil ? engine.causeOutside : .effect)
    origin.parent = run
    origin.dispatch = run
    self.origin = origin
  }

  /// Sends the actions that can be sent now.
  private func goOn() {
    while !run.isOver, !actions.isEmpty {
      let next = isSerial ? actions.prefix(1) : actions
      actions = actions[next.endIndex...]
      if waits(for: source.send(Array(next), origin)) { return }
    }
    if let collector, collector.isOpen, !run.isOver {
      collector.close()
      var origin = origin
      origin.collected = collector
      if waits(for: source.send([], origin)) { return }
    }
    run.end()
  }

  private func waits(for cause: Run?) -> Bool {
    guard let cause, !cause.isOver else { return false }
    awaited = StoreTask(run: cause)
    cause.onLeave { [self] in
      awaited = nil
      goOn()
    }
    return true
  }
}
