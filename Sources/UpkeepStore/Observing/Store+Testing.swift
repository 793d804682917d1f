import Upkeep
import UpkeepScope

// Functions for the test kit.
extension Store {
  /// Calls closures for all changes and events, until the returned object is released.
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

  /// Sends an action, and calls a closure for each action that was carried out in its place.
  ///
  /// The closure is called after the watchers.
  package func send(_ action: Action, hear: @escaping () -> Void) -> StoreTask {
    StoreTask(run: source.send([action], Origin(then: hear)))
  }

  /// Writes without an action, with the cause `.user`.
  package func write(_ edit: (inout State) -> Void) { source.write(.user, nil, edit) }

  /// The effects that run or wait, in the order of their beginning: their actions and their states.
  package var runningEffects: [(action: Any, words: String)] {
    source.engine.openRuns.map { run in
      let name = run.identity.map { "\($0.base)" } ?? "the effect of \(run.action ?? "")"
      return (run.action ?? "", "`\(name)` \(run.waitWords)")
    }
  }
}
