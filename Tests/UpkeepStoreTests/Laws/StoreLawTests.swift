import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

private enum Counter {
  struct State: Equatable {
    var count = 0
    var log: [String] = []
  }
  enum Action: Equatable {
    case add(Int)
    case nothing
    case note(String)
  }
  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .add(let number): state.count += number
    case .nothing: break
    case .note(let text): state.log.append(text)
    }
  }
}

struct StoreLawTests {
  @Test func `has reduced, and told whoever follows, when send returns`() {
    let store = Store(Counter.State(), Counter.reducer)
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(store.count) }
    store.send(.add(2))
    #expect(seen == [0, 2])
    #expect(store.count == 2)
  }

  @Test func `several actions in one send are one change`() {
    let store = Store(Counter.State(), Counter.reducer)
    let updater = Updater()
    var seen: [Counter.State] = []
    updater.keepUpToDate { seen.append(store.state) }
    store.send(.add(1), .nothing, .add(2))
    #expect(seen.map(\.count) == [0, 3])
  }

  @Test func `an action that changes nothing wakes nobody`() {
    let store = Store(Counter.State(), Counter.reducer)
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate {
      _ = store.state
      runs += 1
    }
    store.send(.nothing)
    #expect(runs == 1)
  }

  @Test func `a read of a field wakes with that field alone`() {
    let store = Store(Counter.State(), Counter.reducer)
    let updater = Updater()
    var counts: [Int] = []
    updater.keepUpToDate { counts.append(store.count) }
    store.send(.note("a"))
    store.send(.add(1))
    #expect(counts == [0, 1])
  }

  @Test func `what an observer sends waits for the end of the action that woke it`() {
    let store = Store(Counter.State(), Counter.reducer)
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate {
      let count = store.count
      seen.append(count)
      if count == 1 {
        store.send(.add(10))
        seen.append(store.count)
      }
    }
    store.send(.add(1))
    #expect(seen == [0, 1, 1, 11])
    store.send(.add(1))
    #expect(store.count == 12)
  }

  @MainActor @Test func `an effect begins after send has returned, and writes`() async {
    struct Loading: Interactor {
      func reduce(_ state: inout Counter.State, _ action: Counter.Action) {
        Counter.reducer.reduce(&state, action)
      }
      nonisolated(nonsending) func perform(
        _ action: Counter.Action, _ store: StoreContext<Counter.State, Counter.Action>
      ) async {
        guard case .add(let number) = action, number > 1 else { return }
        store.log = ["began"]
        await Task.yield()
        store.send(.add(number - 1))
        store.log.append("ended")
      }
    }
    let store = Store(Counter.State(), Loading())
    let task = store.send(.add(3))
    #expect(store.log == [])
    #expect(!task.isFinished)
    await task.finish()
    #expect(store.count == 6)
    #expect(store.log == ["began", "ended"])
  }
}

/// Waits for a gate by a closure that runs elsewhere.
private struct Asking: Interactor {
  let answer: @Sendable () async throws -> Int

  nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
    guard let answer = try? await answer() else { return }
    store.modify { $0 += answer + action }
  }
}

@MainActor struct StoreWaitingTests {
  @Test func `settling does not wait for a gate at which an effect stands on another executor`()
    async
  {
    let gate = Gate<Int>()
    let store = Store(0, Asking { try await gate.value() })
    store.send(1)
    await store.settle()
    #expect(store.state == 0)
    gate.open(10)
    await store.settle()
    #expect(store.state == 11)
  }

  @Test func `a wait of no time is over at once`() async {
    struct Waiting: Interactor {
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        try? await store.sleep(for: .zero)
        store.modify { $0 = action }
      }
      func policy(for action: Int) -> EffectPolicy { .debounced("all", for: .zero) }
    }
    let store = Store(0, Waiting(), clock: ManualClock())
    await store.send(7).finish()
    #expect(store.state == 7)
  }
}

struct StoreWithoutActorTests {
  @Test func `where no actor runs an effect is reported, once, and the state changes all the same`()
  {
    struct Adding: Interactor {
      func reduce(_ state: inout Int, _ action: Int) { state += action }
    }
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) {
      let store = Store(0, Adding(), name: "adding")
      store.send(1)
      store.send(2)
      #expect(store.state == 3)
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.description.contains("an effect of adding") == true)
  }
}
