import Differential
import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

/// Mistakes that attacks on stores have revealed.
@MainActor struct StoreAttackTests {
  private let clock = ManualClock()

  @Test func `a long chain of effects that send the next one ends, and its handle with it`() async {
    for policy in [EffectPolicy.concurrent, .latest("count"), .serial("count")] {
      let countingDown = Acting<Int, Int>(Reducer { $0 = $1 }, policy: policy) { action, store in
        if action > 0 { store.send(action - 1) }
      }
      let store = Store(0, countingDown)
      let counting = store.send(amount(5_000, long: 20_000))
      await counting.finish()
      #expect(store.state == 0)
    }
  }

  @Test func `a handle cancels what its effects have caused, although they have ended`() async {
    let waiting = Acting<Int, Int> { action, store in
      if action > 0 {
        store.send(action - 1)
      } else {
        try? await store.sleep(for: .seconds(1))
        store.modify { $0 += 1 }
      }
    }
    let store = Store(0, waiting, clock: clock)
    let task = store.send(5)
    await store.settle()
    #expect(!task.isFinished)
    task.cancel()
    await clock.pass(.seconds(1), in: store)
    #expect(store.state == 0 && task.isCancelled)
  }

  @Test func `two readers of one feed both end with the store`() async throws {
    var store: Store? = Store(0, adding)
    let feed = try #require(store?.actions.makeAsyncIterator())
    var sum = 0
    let readers = (0..<2).map { _ in
      Task {
        var feed = feed
        while let action = await feed.next() { sum += action }
      }
    }
    await Task.yield()
    store?.send(1)
    store?.send(2)
    store = nil
    for reader in readers { await reader.value }
    // Each action comes to one of the readers.
    #expect(sum == 3)
  }

  @Test func `a feed releases received elements, also while others wait`() async {
    final class Letter {}
    let store = Store(0, Reducer<Int, Letter> { state, _ in state += 1 })
    var reader = store.actions.makeAsyncIterator()
    weak var first: Letter?
    do {
      let letter = Letter()
      first = letter
      store.send(letter)
    }
    store.send(Letter())
    var taken = await reader.next()
    #expect(taken != nil && taken === first)
    taken = nil
    #expect(first == nil)
    for _ in 0..<3_000 {
      store.send(Letter())
      #expect(await reader.next() != nil)
    }
  }

  @Test func `an action sent during a write waits for the end of the write`() {
    let edited = Store(
      [],
      Acting<[Int], Int>(
        Reducer { $0.append($1) },
        hooks: { store in
          Hook("first", store.changes(of: \.first)) { _ in
            store.modify {
              $0.append(10)
              store.send(11)
              $0.append(12)
            }
          }
        }))
    edited.send(1)
    #expect(edited.state == [1, 10, 12, 11])
  }

  @Test func `actions sent by the release of an action are carried out`() {
    // SAFETY: used on the main actor alone, where the store is.
    nonisolated(unsafe) weak var receiver: Store<Int, Farewell>?
    let store = Store(
      0, Reducer<Int, Farewell> { state, action in state += action.number },
      middleware: Middleware { _, action, send in
        if action.number > 1 { return [action] }
        send(Farewell(10) { MainActor.assumeIsolated { _ = receiver?.send(Farewell(100)) } })
        return [action]
      })
    receiver = store
    store.send(Farewell(1))
    #expect(store.state == 111)
  }

  @Test func `a test store tells an observer's actions apart from the test's`() async throws {
    let store = TestStore(0, adding)
    let updater = Updater()
    updater.keepUpToDate { if store.state == 1 { store.store.send(10) } }
    try store.send(1) { $0 = 1 }
    try await store.receive(10) { $0 = 11 }
    try await store.finish()
  }

  @Test func `a test store has middleware as a store has it`() async throws {
    let doubling = Middleware<Int, Int>.flatMap { _, action in [action, action] }
    let store = TestStore(0, adding, middleware: doubling, .filter { state, _ in state < 10 })
    try store.send(2) { $0 = 4 }
    try await store.finish()
    try await withTestStore(0, adding, middleware: doubling) { try $0.send(3) { $0 = 6 } }
  }

  @Test func `an error of the test itself comes out of withTestStore`() async throws {
    struct Own: Error {}
    await #expect(throws: Own.self) {
      try await withTestStore(0, adding) { store in
        store.store.send(1)
        throw Own()
      }
    }
    let line = #line + 2
    try await withKnownIssue {
      try await withTestStore(0, adding) { store in store.store.send(1) }
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test func `hooks that listen while a property says so let go of their store`() async {
    final class Canary {}
    weak var canary: Canary?
    func use() async {
      let kept = Canary()
      canary = kept
      let listening = Acting<Int, Int> { action, store in
        await Task.yield()
        store.modify { $0 += action }
      } hooks: { store in
        Hook(while: store.property(\.self).map { $0 >= 0 }) {
          Hook("changed", store.changes(of: \.self)) { _ in withExtendedLifetime(kept) {} }
        }
      }
      let store = Store(0, listening)
      await store.send(1).finish()
      #expect(store.state == 1)
    }
    await use()
    #expect(await eventually { canary == nil })
  }

  @Test func `a field that went away and came back before a hook could hear is not told to it`() {
    var told: [Int] = []
    let store = Store(
      0,
      Acting<Int, Int>(
        Reducer { $0 = $1 },
        hooks: { store in
          Hook("undo", store.changes(of: \.self)) { if $0 == 1 { store.modify { $0 = 0 } } }
          Hook("tell", store.changes(of: \.self)) { told.append($0) }
        }))
    store.send(1)
    #expect(told == [])
    store.send(2)
    #expect(told == [2])
  }

  @Test func `an effect that leads to a newer one goes on with all it has caused`() async {
    let superseding = Acting<[String], String> { action, store in
      switch action {
      case "older":
        store.send("ends", "supersedes")
        try? await store.sleep(for: .seconds(1))
      case "ends": store.send("waits")
      case "supersedes":
        while !store.state.contains("waits") { await Task.yield() }
        store.send("newer")
      case "waits":
        store.modify { $0.append("waits") }
        try? await store.sleep(for: .seconds(1))
      default: break
      }
      store.modify { $0.append("\(action) has ended") }
    } policies: { action in
      action == "older" || action == "newer" ? .latest("x") : .concurrent
    }
    let store = Store([], superseding, clock: clock)
    store.send("older")
    await clock.pass(.seconds(1), in: store)
    let ended = ["older", "newer", "waits"].filter { store.state.contains("\($0) has ended") }
    #expect(ended == ["newer", "waits"])
  }

  @Test func `a store that is released cancels its effects in the order of their start`() async {
    var started: [String] = []
    var cancelled: [String] = []
    do {
      let branching = Acting<Int, String> { action, store in
        if action.count < 3 {
          await Task.yield()
          store.send(action + "+")
        }
        try? await store.sleep(for: .seconds(1))
      }
      let store = Store(
        0, branching, clock: clock,
        trace: Trace {
          switch $0 {
          case .effectStarted(let action): started.append(action as? String ?? "?")
          case .effectCancelled(let action): cancelled.append(action as? String ?? "?")
          default: break
          }
        })
      for number in 0..<9 { store.send("\(number)") }
      await store.settle()
    }
    // The order of the effects that resume after `yield` is open.
    #expect(started.count == 27 && cancelled == started)
  }
}
