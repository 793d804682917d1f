import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

private struct Worker: Equatable {
  var count = 0
  var isDone = false
}

private enum Work: Equatable {
  case add(Int)
  case wait
  case both
}

/// Mistakes that `fuzz --stores` has found.
@MainActor struct StoreRegressionTests {
  private let clock = ManualClock()

  /// The effect of `.wait` waits for the clock; the effect of `.both` waits for the effect of
  /// `.wait`.
  private let worker = Acting<Worker, Work>(
    Reducer { state, action in if case .add(let number) = action { state.count += number } }
  ) { action, store in
    switch action {
    case .add: break
    case .wait:
      guard (try? await store.sleep(for: .seconds(1))) != nil else { return }
      store.isDone = true
    case .both: await store.send(.wait).finish()
    }
  } policies: { action in
    switch action {
    case .add: .never
    case .wait: .exclusive("wait")
    case .both: .concurrent
    }
  }

  @Test(arguments: [true, false])
  func `the effect of an action sent in a transaction begins at the commit`(commits: Bool) async {
    let store = Store(Worker(), worker, clock: clock)
    var task: StoreTask?
    try? transaction {
      task = store.send(.wait)
      if !commits { throw CancellationError() }
    }
    #expect((task?.isFinished, store.runningEffects.count) == (!commits, commits ? 1 : 0))
    await store.settle()
    clock.advance(by: .seconds(1))
    await task?.finish()
    #expect(store.isDone == commits)
  }

  @Test func `law 9: a closure may send to a store that it has made, also with effects`() async {
    let made = DerivedProperty { [worker, clock] in
      let store = Store(Worker(), worker, clock: clock)
      store.send(.add(3), .wait)
      return store
    }
    let store = made.value
    #expect(store.count == 3)
    await clock.pass(.seconds(1), in: store)
    #expect(store.isDone && made.value === store)
  }

  @Test func `an action that an observer sends in a transaction that throws is not carried out`() {
    let store = Store(0, adding)
    let updater = Updater()
    updater.keepUpToDate {
      if store.state != 1 { return }
      transaction { store.send(10) }
      undone { store.send(100) }
    }
    store.send(1)
    #expect(store.state == 11)
  }

  @Test func `a narrowed store tells of its actions, whatever middleware does`() async {
    let store = Store(
      Worker(), worker,
      middleware: .flatMap { _, action in
        action == .add(1) ? [] : [action, action]
      }, clock: clock)
    let part = store.scope(\.count)
    var pairs = part.pairs.makeAsyncIterator()
    part.send(.add(1), .add(2))
    var told: [String] = []
    while told.count < 2, let pair = await pairs.next() {
      told.append("\(pair.action) \(pair.state)")
    }
    #expect(told == ["add(2) 2", "add(2) 4"])
  }

  @Test func `settling does not wait for an effect that awaits its own waiting action`() async {
    let store = Store(Worker(), worker, clock: clock)
    let task = store.send(.both)
    await clock.pass(.seconds(1), in: store)
    await task.finish()
    #expect(store.isDone)
  }

  @Test func `an effect that was dropped has neither begun nor was it cancelled`() {
    var events: [String] = []
    let trace = Trace { event in
      let text = "\(event)"
      if text.hasPrefix("Effect") { events.append(String(text.prefix { $0 != ":" })) }
    }
    let store = Store(Worker(), worker, clock: clock, trace: trace)
    store.send(.wait)
    store.send(.wait)
    #expect(events == ["Effect started", "Effect dropped"])
  }

  @Test func `an action that is sent in an undone transaction is not collected`() async {
    // Sends one action in a transaction that rolls back, and another action afterwards.
    let tries = Acting<[String], String>(Reducer { $0.append($1) }) { action, store in
      if action != "all" { return }
      undone { store.send("undone") }
      store.send("kept")
    }
    let store = Store([], tries)
    await store.send("all", serially: false, collect: true).finish()
    #expect(store.state == ["all", "kept"])
  }

  @Test func `an effect that an undone transaction was to cancel goes on`() async {
    let gate = Gate<Int>()
    let store = Store(
      0,
      Acting<Int, Int>(adding, policy: .latest("id")) { action, store in
        if action == 1 { store.send(try await gate.value()) }
      })
    let run = store.send(1)
    await store.settle()
    undone {
      run.cancel()
      store.cancel(id: "id")
    }
    gate.open(10)
    await run.finish()
    #expect(store.state == 11)
  }

  @Test func `an animation is undone with its change`() {
    let store = Store(0, adding)
    store.send(1, animation: "spring")
    undone {
      store.send(2, animation: "fade")
      store.send(3)
      #expect(store.animation == nil)
    }
    #expect(store.animation as? String == "spring")
    transaction { store.send(2, animation: "fade") }
    #expect(store.animation as? String == "fade")
  }

  @Test func `a rolled back animation is released after the rollback`() {
    let store = Store(0, adding)
    let price = StoredProperty(1)
    var seen: [Int] = []
    undone {
      price.value = 2
      store.send(1, animation: Farewell { seen.append(price.value) })
      price.value = 3
    }
    #expect(seen == [1])
  }

  @Test func `whether a store accepts actions is followed, and undone with a transaction`() {
    let store = Store(0, adding)
    let seen = Seen { store.scope(\.self).acceptsActions }
    let follower = DerivedProperty { store.acceptsActions }
    store.acceptsActions = false
    undone {
      store.acceptsActions = true
      #expect(store.acceptsActions && follower.value)
    }
    #expect(!store.acceptsActions && !follower.value)
    store.send(1)
    #expect(store.state == 0)
    store.acceptsActions = true
    store.send(1)
    #expect((store.state, seen.values) == (1, [true, false, true]))
  }

  @Test func `a derived value cannot make a store refuse actions`() {
    let store = Store(0, adding)
    let impure = DerivedProperty { () -> Int in
      store.acceptsActions = false
      return 1
    }
    #expect(misuses { _ = impure.value }.count == 1)
    store.send(1)
    #expect(store.state == 1)
  }
}
