import Upkeep
import UpkeepScope

// What the test kit asks of a store.
extension Store {
  /// Calls closures for what happens, until what this returns is released.
  package func watchForTest(
    commits:
      @escaping (_ action: Action?, _ cause: StoreEvent.Cause, _ old: State, _ new: State)
      -> Void,
    events: @escaping (StoreEvent) -> Void
  ) -> AnyObject {
    let (source, engine) = (source, source.engine)
    let watcher = source.watch { commits($0.action, $0.cause, $0.previous, $0.state) }
    let listener = engine.listen(events)
    return Watching { [weak source, weak engine] in
      source?.stopWatching(watcher)
      engine?.stopListening(listener)
    }
  }

  /// Sends an action, and calls a closure for each that was carried out in its place, after those who watch were told.
  package func send(_ action: Action, hear: @escaping () -> Void) -> StoreTask {
    StoreTask(run: source.send([action], Origin { _, _, _, _ in hear() }))
  }

  /// Waits until no effect can go on by itself.
  package nonisolated(nonsending) func untilQuiet() async {
    await source.engine.activity.untilQuiet()
  }

  /// The actions whose effects run or wait, in the order in which they began.
  package var runningActions: [Any] { source.engine.runningActions }
}
