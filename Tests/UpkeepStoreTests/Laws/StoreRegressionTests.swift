import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Does as it is told; `.wait` has an effect that waits for the clock, `.both` one that waits for
/// the effect of `.wait`.
private struct Worker: Interactor {
  struct State: Equatable {
    var count = 0
    var isDone = false
    var part = Part()
  }
  struct Part: Equatable { var count = 0 }
  enum Action: Equatable {
    case add(Int)
    case wait
    case both
  }

  func reduce(_ state: inout State, _ action: Action) {
    if case .add(let number) = action {
      state.count += number
      state.part.count += number
    }
  }

  nonisolated(nonsending) func perform(_ action: Action, _ store: StoreContext<State, Action>) async
  {
    switch action {
    case .add: break
    case .wait:
      guard (try? await store.sleep(for: .seconds(1))) != nil else { return }
      store.isDone = true
    case .both: await store.send(.wait).finish()
    }
  }

  func policy(for action: Action) -> EffectPolicy {
    switch action {
    case .add: .never
    case .wait: .exclusive("wait")
    case .both: .concurrent
    }
  }
}

private struct Undone: Error {}

/// Mistakes that `fuzz --stores` has found.
@MainActor struct StoreRegressionTests {
  @Test func `the effect of what a transaction has sent begins with the commit`() async {
    let clock = ManualClock()
    let store = Store(Worker.State(), Worker(), clock: clock)
    var task: StoreTask?
    transaction { task = store.send(.wait) }
    #expect(task?.isFinished == false)
    await store.untilIdle()
    clock.advance(by: .seconds(1))
    await task?.finish()
    #expect(store.isDone)
  }

  @Test func `law 9: a closure may send to a store that it has made, also with effects`() async {
    let clock = ManualClock()
    let made = DerivedProperty {
      let store = Store(Worker.State(), Worker(), clock: clock)
      store.send(.add(3), .wait)
      return store
    }
    let store = made.value
    #expect(store.count == 3)
    await store.untilIdle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.isDone)
    #expect(made.value === store)
  }

  @Test func `the handle of what was undone is finished`() {
    let store = Store(Worker.State(), Worker(), clock: ManualClock())
    var task: StoreTask?
    try? transaction {
      task = store.send(.wait)
      throw Undone()
    }
    #expect(task?.isFinished == true)
    #expect(store.runningActions.isEmpty)
  }

  @Test func `what an observer sends in a transaction that throws is not carried out`() {
    let store = Store(Worker.State(), Worker(), clock: ManualClock())
    let updater = Updater()
    updater.keepUpToDate {
      if store.count != 1 { return }
      transaction { store.send(.add(10)) }
      try? transaction {
        store.send(.add(100))
        throw Undone()
      }
    }
    store.send(.add(1))
    #expect(store.count == 11)
  }

  @Test func `a narrowed store tells of its actions, whatever middleware does`() async {
    let store = Store(
      Worker.State(), Worker(),
      middleware: .flatMap { _, action in
        action == .add(1) ? [] : [action, action]
      }, clock: ManualClock())
    let part = store.scope(\.part)
    var pairs = part.pairs.makeAsyncIterator()
    part.send(.add(1), .add(2))
    var told: [String] = []
    while told.count < 2, let pair = await pairs.next() {
      told.append("\(pair.action) \(pair.state.count)")
    }
    #expect(told == ["add(2) 2", "add(2) 4"])
  }

  @Test func `waiting for what it has sent does not keep a test from settling`() async throws {
    let store = TestStore(Worker.State(), Worker(), isExhaustive: false)
    let task = try store.send(.both)
    await store.settle()
    store.clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.isDone)
  }

  @Test func `an effect that was dropped has neither begun nor was it cancelled`() {
    var events: [String] = []
    let trace = Trace { event in
      switch event {
      case .effectStarted: events.append("started")
      case .effectDropped: events.append("dropped")
      case .effectCancelled: events.append("cancelled")
      default: break
      }
    }
    let store = Store(Worker.State(), Worker(), clock: ManualClock(), trace: trace)
    store.send(.wait)
    store.send(.wait)
    #expect(events == ["started", "dropped"])
  }

  @Test func `a release cancels effects in the order in which they began`() {
    var cancelled: [String] = []
    let trace = Trace { event in
      if case .effectCancelled(let action) = event { cancelled.append("\(action)") }
    }
    struct Waiting: Interactor {
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        try? await store.sleep(for: .seconds(1))
      }
    }
    var store = Optional(Store(0, Waiting(), clock: ManualClock(), trace: trace))
    for action in 0..<20 { store?.send(action) }
    store = nil
    #expect(cancelled == (0..<20).map { "\($0)" })
  }

  @Test
  func `a follower of acceptsActions from an undone transaction follows the value from before`() {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    let follower = DerivedProperty { store.acceptsActions }
    try? transaction {
      store.acceptsActions = false
      #expect(!follower.value)
      throw Undone()
    }
    #expect(store.acceptsActions)
    #expect(follower.value)
  }

  @Test func `what is sent in an undone transaction is not collected`() async {
    let store = Store([], Tries())
    await store.send("all", serially: false, collect: true).finish()
    #expect(store.state == ["all", "kept"])
  }

  @Test func `what an undone transaction was to cancel goes on`() async {
    let gate = Gate<Int>()
    let store = Store(0, Waits(gate: gate))
    let run = store.send(1)
    await store.settle()
    try? transaction {
      run.cancel()
      store.cancel(id: "id")
      throw Undone()
    }
    gate.open(10)
    await run.finish()
    #expect(store.state == 11)
  }

  @Test func `an animation is undone with its change`() {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    store.send(1, animation: "spring")
    try? transaction {
      store.send(2, animation: "fade")
      store.send(3)
      #expect(store.animation == nil)
      throw Undone()
    }
    #expect(store.animation as? String == "spring")
    transaction { store.send(2, animation: "fade") }
    #expect(store.animation as? String == "fade")
  }

  @Test func `an animation that is undone goes when all is undone`() {
    final class Curve {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    let price = StoredProperty(1)
    var seen: [Int] = []
    try? transaction {
      price.value = 2
      store.send(1, animation: Curve { seen.append(price.value) })
      price.value = 3
      throw Undone()
    }
    #expect(seen == [1])
  }

  @Test func `whether a store accepts actions is followed, and undone with a transaction`() {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    let seen = Seen { store.scope(\.self).acceptsActions }
    store.acceptsActions = false
    try? transaction {
      store.acceptsActions = true
      #expect(store.acceptsActions)
      throw Undone()
    }
    #expect(!store.acceptsActions)
    store.send(1)
    #expect(store.state == 0)
    store.acceptsActions = true
    store.send(1)
    #expect(store.state == 1)
    #expect(seen.values == [true, false, true])
  }

  @Test func `a derived value cannot make a store refuse actions`() {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    let impure = DerivedProperty { () -> Int in
      store.acceptsActions = false
      return 1
    }
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) { _ = impure.value }
    #expect(mistakes.count == 1)
    store.send(1)
    #expect(store.state == 1)
  }
}

/// Adds up its actions, and the values that come through a gate then.
private struct Waits: Interactor {
  let gate: Gate<Int>

  func reduce(_ state: inout Int, _ action: Int) { state += action }

  nonisolated(nonsending) func perform(
    _ action: Int, _ store: StoreContext<Int, Int>
  ) async throws {
    if action == 1 { store.send(try await gate.value()) }
  }

  func policy(for action: Int) -> EffectPolicy { .latest("id") }
}

/// Sends one action in a transaction that is undone, and one after it.
private struct Tries: Interactor {
  func reduce(_ state: inout [String], _ action: String) { state.append(action) }

  nonisolated(nonsending) func perform(
    _ action: String, _ store: StoreContext<[String], String>
  ) async {
    if action != "all" { return }
    try? transaction {
      store.send("undone")
      throw Undone()
    }
    store.send("kept")
  }
}
