import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Player: Equatable {
  var log: [String] = []
}

private enum PlayerAction: Equatable {
  case play(Int)
  case stop
  case skip(to: Int)
}

/// Plays a track for a second.
private struct Playing: Interactor {
  var playPolicy = EffectPolicy.cancellable("sound")
  var stopPolicy = EffectPolicy.cancels("sound")

  nonisolated(nonsending) func perform(
    _ action: PlayerAction, _ store: StoreContext<Player, PlayerAction>
  ) async throws {
    switch action {
    case .play(let track):
      store.log.append("playing \(track)")
      try await store.sleep(for: .seconds(1))
      store.log.append("played \(track)")
    case .stop: store.log.append("stopped")
    case .skip(let track):
      store.send(.stop)
      store.send(.play(track))
      try await store.sleep(for: .seconds(1))
      store.log.append("skipped")
    }
  }

  func policy(for action: PlayerAction) -> EffectPolicy {
    action == .stop ? stopPolicy : playPolicy
  }
}

/// Cancels, and has nothing to perform.
private struct Stopping: Interactor {
  typealias State = Player
  typealias Action = PlayerAction

  func policy(for action: PlayerAction) -> EffectPolicy {
    action == .stop ? .cancels("sound") : .never
  }
}

@MainActor struct CancellingPolicyTests {
  private let clock = ManualClock()

  private func makeStore(_ playing: Playing = Playing()) -> Store<Player, PlayerAction> {
    Store(Player(), playing, clock: clock)
  }

  private func finish(_ store: Store<Player, PlayerAction>) async {
    for _ in 1...3 {
      await store.settle()
      clock.advance(by: .seconds(1))
    }
    await store.settle()
  }

  @Test func `a policy that cancels stops what was sent before it, and not what is sent after it`()
    async
  {
    let store = makeStore()
    store.send(.play(1))
    await store.settle()
    store.send(.stop)
    store.send(.play(2))
    await finish(store)
    #expect(store.log == ["playing 1", "stopped", "playing 2", "played 2"])
  }

  @Test func `what is cancelled by an action sent with it never begins`() async {
    let store = makeStore()
    store.send(.play(1), .stop, .play(2))
    await finish(store)
    #expect(store.log == ["stopped", "playing 2", "played 2"])
  }

  @Test func `in a batch and in a transaction it acts at its action's place`() async {
    for isUndoable in [false, true] {
      let store = makeStore()
      func send() {
        store.send(.play(1))
        store.send(.stop)
        store.send(.play(2))
      }
      if isUndoable { transaction { send() } } else { batch { send() } }
      await finish(store)
      #expect(store.log == ["stopped", "playing 2", "played 2"])
    }
  }

  @Test func `an action of an undone transaction cancels nothing`() async {
    struct Failure: Error {}
    let store = makeStore()
    store.send(.play(1))
    try? transaction {
      store.send(.stop)
      throw Failure()
    }
    await finish(store)
    #expect(store.log == ["playing 1", "played 1"])
  }

  @Test func `it cancels those that wait, too`() async {
    for policy in [EffectPolicy.serial("sound"), .debounced("sound", for: .seconds(1))] {
      let store = makeStore(Playing(playPolicy: policy))
      store.send(.play(1), .play(2), .stop, .play(3))
      await finish(store)
      #expect(store.log == ["stopped", "playing 3", "played 3"])
    }
  }

  @Test func `the effect of the action that cancels runs beside all others`() async {
    let store = makeStore()
    store.send(.stop, .stop)
    await store.settle()
    #expect(store.log == ["stopped", "stopped"])
    store.send(.stop)
    store.cancel(id: "sound")
    await store.settle()
    #expect(store.log.count == 3)
  }

  @Test func `an effect that sends it is cancelled, and what it sends goes on`() async {
    let store = makeStore()
    store.send(.skip(to: 2))
    await finish(store)
    // The effect of `skip` is over with its first action, so it sends no second one.
    #expect(store.log == ["stopped"])
  }

  @Test func `an action that has nothing to perform cancels every time`() async {
    let store = Store(
      Player(), AnyInteractor(combining: Stopping(), Playing(stopPolicy: .never)), clock: clock)
    for track in 1...3 {
      store.send(.play(track))
      await store.settle()
      store.send(.stop)
      await finish(store)
    }
    #expect(store.log == ["playing 1", "playing 2", "playing 3"])
  }
}
