import Upkeep

// Replays recordings.
extension StoreCore {
  func beginReplay(of state: State) {
    engine.replays += 1
    // Cancels only runs that began before the replay.
    let number = engine.takeNumber()
    whenCertain { [engine] in engine.cancelRuns(madeBefore: number) }
    write(.replay, nil) { $0 = state }
  }

  func replay(_ step: Recording<State, Action>.Step) {
    switch step {
    case .action(let action, _):
      carryOut(Entry(actions: [action], origin: Origin(cause: .replay), run: nil))
    case .written(let state, _): write(.replay, nil) { $0 = state }
    }
  }

  func endReplay() { engine.replays -= 1 }
}
