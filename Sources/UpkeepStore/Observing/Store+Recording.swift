import Upkeep
import UpkeepScope

extension Store {
  /// Begins to record: every action that is carried out, and all writes without one.
  ///
  /// The store must be a whole one: one that was narrowed does not hear of everything.
  ///
  /// - Returns: a recorder, which records as long as it is kept. It grows with each change.
  public func record() -> Recorder<State, Action> { Recorder(core("record")) }

  /// Goes through a recording: the state is that of its beginning, then the one that each step
  /// makes of it.
  ///
  /// Nothing else happens meanwhile: effects do not run and those that do are cancelled, hooks and
  /// middleware are passed over, and actions are refused.
  ///
  /// The store must be a whole one. Inside a `batch` hooks hear of it when that ends.
  ///
  /// - Parameter recording: the history.
  public func replay(_ recording: Recording<State, Action>) {
    let core = core("replay")
    core.beginReplay(of: recording.start)
    for step in recording.steps { core.replay(step) }
    core.endReplay()
  }

  /// Goes through a recording in the time that it took.
  ///
  /// - Parameters:
  ///   - recording: the history.
  ///   - speed: the factor by which it goes faster; more than zero.
  /// - Throws: `CancellationError` if the task is cancelled; the state then stays where it has come
  ///   to.
  public nonisolated(nonsending) func replay(
    _ recording: Recording<State, Action>, speed: Double
  ) async throws {
    guard speed > 0 else {
      stopProgram("a recording is replayed at a speed above zero, but this is \(speed)")
    }
    let core = core("replay")
    core.beginReplay(of: recording.start)
    defer { core.endReplay() }
    var time = Duration.zero
    for step in recording.steps {
      if step.time > time { try await core.engine.sleep(for: (step.time - time) / speed) }
      time = max(time, step.time)
      core.replay(step)
    }
  }

  private func core(_ action: StaticString) -> StoreCore<State, Action> {
    guard let core = source as? StoreCore<State, Action> else {
      stopProgram(
        """
        only a whole store can \(action), but \(source.engine.name) was narrowed. Ask the store from which \
        it was made.
        """)
    }
    return core
  }
}
