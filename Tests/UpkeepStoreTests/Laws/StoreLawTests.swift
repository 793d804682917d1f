import Testing
import Upkeep
import UpkeepScope
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

@MainActor struct OptionalStateTests {
  private struct Whole: Equatable {
    var child: [Int]?
    var title = ""
  }
  private enum WholeAction {
    case open([Int]?)
    case child(Int)
  }

  /// Adds a number at once, and ten times as much after a second.
  private struct Child: Interactor {
    func reduce(_ state: inout [Int], _ action: Int) { state.append(action) }
    nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<[Int], Int>) async {
      try? await store.sleep(for: .seconds(1))
      if action < 10 { store.send(action * 10) }
    }
    func hooks(_ store: StoreContext<[Int], Int>) -> [Hook] {
      Hook("long", store.changes(of: \.count).filter { $0 == 3 }) { _ in
        store.modify { $0.append(-1) }
      }
    }
  }

  private let clock = ManualClock()

  private func makeStore() -> Store<Whole, WholeAction> {
    let opening = Reducer<Whole, WholeAction> { whole, action in
      if case .open(let child) = action { whole.child = child }
    }
    let own = Case<WholeAction, Int>({ .child($0) }) {
      if case .child(let action) = $0 { action } else { nil }
    }
    return Store(
      Whole(),
      AnyInteractor(combining: opening, Child().scoped(to: \.child, case: .some, action: own)),
      clock: clock)
  }

  @Test func `an interactor of an optional field rests while that is nil`() async {
    let store = makeStore()
    store.send(.child(1))
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.child == nil)
    store.send(.open([]))
    store.send(.child(2))
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.child == [2, 20])
    store.send(.child(3))
    #expect(store.child == [2, 20, 3, -1])
  }

  @Test func `what was begun for an optional that has become nil is not for the next one`() async {
    let store = makeStore()
    store.send(.open([]))
    store.send(.child(2))
    await store.settle()
    store.send(.open(nil))
    store.send(.open([7]))
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.child == [7])
  }

  @Test func `the value of an optional field is edited without a copy`() {
    final class Memory {}
    struct Part {
      var memory = Memory()
      var isCopied = false
    }
    struct Whole { var part: Part? = Part() }
    let editing = Reducer<Part, Int> { part, _ in
      part.isCopied = !isKnownUniquelyReferenced(&part.memory)
    }
    let same = Case<Int, Int>({ $0 }) { $0 }
    let reducer: Reducer<Whole, Int> = editing.scoped(to: \.part, case: .some, action: same)
    let interactor: AnyInteractor<Whole, Int> = editing.scoped(
      to: \.part, case: .some, action: same)
    var (first, second) = (Whole(), Whole())
    reducer.reduce(&first, 1)
    interactor.reduce(&second, 1)
    #expect(first.part?.isCopied == false)
    #expect(second.part?.isCopied == false)
  }

  @Test func `a store of an optional field shows what it has shown last where that is nil`() {
    let store = makeStore()
    #expect(store.scope(\.child, case: .some, action: { WholeAction.child($0) }) == nil)
    store.send(.open([1]))
    guard let child = store.scope(\.child, case: .some, action: { WholeAction.child($0) }) else {
      Issue.record("there is a child")
      return
    }
    child.send(2)
    child.bound(\.[0]).value = 5
    #expect(child.state == [5, 2])
    #expect(store.child == [5, 2])
    store.send(.open(nil))
    #expect(child.state == [5, 2])
    child.send(3)
    #expect(store.child == nil)
    store.send(.open([9]))
    #expect(child.state == [9])
  }
}
