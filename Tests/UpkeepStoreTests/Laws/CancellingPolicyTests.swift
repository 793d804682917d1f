import Testing
import Upkeep
import UpkeepStore

private enum PlayerAction: Equatable {
  case play(Int)
  case stop
  case skip(to: Int)
}

/// Plays a track for a second.
private func playing(
  _ policy: EffectPolicy = .cancellable("sound"), stopping: EffectPolicy = .cancels("sound")
) -> Acting<[String], PlayerAction> {
  Acting { action, store in
    switch action {
    case .play(let track):
      store.modify { $0.append("playing \(track)") }
      try await store.sleep(for: .seconds(1))
      store.modify { $0.append("played \(track)") }
    case .stop: store.modify { $0.append("stopped") }
    case .skip(let track):
      store.send(.stop)
      store.send(.play(track))
      try await store.sleep(for: .seconds(1))
      store.modify { $0.append("skipped") }
    }
  } policies: {
    $0 == .stop ? stopping : policy
  }
}

/// Cancels the sound on `stop`, and has no effect of its own.
private struct Stopping: Interactor {
  typealias State = [String]

  func policy(for action: PlayerAction) -> EffectPolicy {
    action == .stop ? .cancels("sound") : .never
  }
}

@MainActor struct CancellingPolicyTests {
  private let clock = ManualClock()

  private func makeStore(
    _ interactor: some Interactor<[String], PlayerAction> = playing()
  ) -> Store<[String], PlayerAction> {
    Store([], interactor, clock: clock)
  }

  private func finish(_ store: Store<[String], PlayerAction>) async {
    await clock.pass(.seconds(1), .seconds(1), .seconds(1), in: store)
  }

  @Test func `a cancelling policy cancels earlier effects, and not later ones`() async {
    let store = makeStore()
    store.send(.play(1))
    await store.settle()
    store.send(.stop)
    store.send(.play(2))
    await finish(store)
    #expect(store.state == ["playing 1", "stopped", "playing 2", "played 2"])
  }

  @Test(arguments: ["together", "batch", "transaction"])
  func `an effect cancelled by an action sent with its own never begins`(_ way: String) async {
    let store = makeStore()
    let actions: [PlayerAction] = [.play(1), .stop, .play(2)]
    switch way {
    case "batch": batch { for action in actions { store.send(action) } }
    case "transaction": transaction { for action in actions { store.send(action) } }
    default: store.send(contentsOf: actions)
    }
    await finish(store)
    #expect(store.state == ["stopped", "playing 2", "played 2"])
  }

  @Test func `an action of an undone transaction cancels nothing`() async {
    let store = makeStore()
    store.send(.play(1))
    undone { store.send(.stop) }
    await finish(store)
    #expect(store.state == ["playing 1", "played 1"])
  }

  @Test func `a policy that cancels stops effects that wait, too`() async {
    for policy in [EffectPolicy.serial("sound"), .debounced("sound", for: .seconds(1))] {
      let store = makeStore(playing(policy))
      store.send(.play(1), .play(2), .stop, .play(3))
      await finish(store)
      #expect(store.state == ["stopped", "playing 3", "played 3"])
    }
  }

  @Test func `the effect of the action that cancels runs beside all others`() async {
    let store = makeStore()
    store.send(.stop, .stop)
    await store.settle()
    #expect(store.state == ["stopped", "stopped"])
    store.send(.stop)
    store.cancel(id: "sound")
    await store.settle()
    #expect(store.state.count == 3)
  }

  @Test
  func `an effect that sends a cancelling action ends, and that action's effect goes on`() async {
    let store = makeStore()
    store.send(.skip(to: 2))
    await finish(store)
    // The first action ends the effect of `skip`, so the effect sends no second action.
    #expect(store.state == ["stopped"])
  }

  @Test func `an action that has nothing to perform cancels every time`() async {
    let store = makeStore(AnyInteractor(combining: Stopping(), playing(stopping: .never)))
    for track in 1...3 {
      store.send(.play(track))
      await store.settle()
      store.send(.stop)
      await finish(store)
    }
    #expect(store.state == ["playing 1", "playing 2", "playing 3"])
  }
}
