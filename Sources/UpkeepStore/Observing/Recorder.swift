import Upkeep
import UpkeepScope

/// A recorder of the changes of a store, which records until it is released.
public final class Recorder<State, Action> {
  /// The recording up to now.
  public private(set) var recording: Recording<State, Action>

  private weak var core: StoreCore<State, Action>?
  private var watcher: Listener<Commit<State, Action>>?

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    recording = Recording(start: core.property.peek())
    let begin = core.engine.time.elapsed
    watcher = core.watch { [unowned self, unowned core] commit in
      let time = core.engine.time.elapsed - begin
      recording.steps.append(
        commit.action.map { .action($0, at: time) } ?? .written(commit.state, at: time))
    }
  }

  deinit {
    if let watcher { core?.stopWatching(watcher) }
  }
}
