import Upkeep
import UpkeepScope

extension Store {
  /// Starts to record all actions that are carried out, and all writes without an action.
  ///
  /// The store must not be narrowed: a narrowed store sees only some of the changes.
  ///
  /// - Returns: A recorder, which records until it is released, and grows with each change.
  public func record() -> Recorder<State, Action> { Recorder(core("record")) }

  /// Replays a recording: sets its initial state, and then applies its steps.
  ///
  /// During a replay, hooks and middleware do not run, actions are refused, and effects do not
  /// begin; running effects are cancelled.
  ///
  /// The store must not be narrowed. In a `batch`, observers see the result at the end.
  ///
  /// - Parameter recording: The recording.
  public func replay(_ recording: Recording<State, Action>) {
    let core = core("replay")
    core.beginReplay(of: recording.start)
    for step in recording.steps { core.replay(step) }
    core.endReplay()
  }

  /// Replays a recording with the delays between its steps.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - speed: The factor by which the replay is faster than the recording; greater than zero.
  /// - Throws: `CancellationError` if the task is cancelled; the last step's state then stays.
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
