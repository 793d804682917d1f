import Upkeep

/// Sends actions one by one, or collects their changes of the state, or both.
///
/// One by one, each action is sent after the effects of the action before it have ended.
final class Dispatch<State, Action> {
  private let source: StoreSource<State, Action>
  private let run: Run
  private let isSerial: Bool
  private let collector: Collector?
  private let origin: Origin
  private var actions: ArraySlice<Action>
  /// The task of the last `send`.
  ///
  /// While the task exists, its run is held, and ends only with everything that the `send` caused.
  private var awaited: StoreTask?

  /// Starts a dispatch.
  ///
  /// - Returns: A task that waits for the dispatch, or cancels it.
  static func begin(
    _ actions: [Action], serially isSerial: Bool, collect: Bool, _ origin: Origin,
    _ source: StoreSource<State, Action>
  ) -> StoreTask {
    if source.engine.isOver { return StoreTask(run: nil) }
    let dispatch = Dispatch(source, actions, isSerial, collect, origin)
    let task = StoreTask(run: dispatch.run)
    dispatch.goOn()
    // Registered last, so it runs first: the rollback of a send would otherwise send the next.
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
