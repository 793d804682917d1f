import Differential
import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

/// Counts down by itself.
private struct CountingDown: Interactor {
  var policy = EffectPolicy.concurrent

  func reduce(_ state: inout Int, _ action: Int) { state = action }

  nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
    if action > 0 { store.send(action - 1) }
  }

  func policy(for action: Int) -> EffectPolicy { policy }
}

/// Adds up its actions.
private let adding = Reducer<Int, Int> { state, action in state += action }

/// Mistakes that attacks on stores have shown.
@MainActor struct StoreAttackTests {
  @Test func `a long chain of effects that send the next one ends, and its handle with it`() async {
    for policy in [EffectPolicy.concurrent, .latest("count"), .serial("count")] {
      let store = Store(0, CountingDown(policy: policy))
      let counting = store.send(amount(5_000, long: 20_000))
      await counting.finish()
      #expect(store.state == 0)
    }
  }

  @Test func `a handle cancels what its effects have caused, although they have ended`() async {
    struct Waiting: Interactor {
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        if action > 0 {
          store.send(action - 1)
        } else {
          try? await store.sleep(for: .seconds(1))
          store.modify { $0 += 1 }
        }
      }
    }
    let clock = ManualClock()
    let store = Store(0, Waiting(), clock: clock)
    let task = store.send(5)
    await store.settle()
    #expect(!task.isFinished)
    task.cancel()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == 0)
    #expect(task.isCancelled)
  }

  @Test func `many effects of one identity run one after the other`() async {
    struct Noting: Interactor {
      nonisolated(nonsending) func perform(
        _ action: Int, _ store: StoreContext<[Int], Int>
      ) async {
        await Task.yield()
        store.modify { $0.append(action) }
      }
      func policy(for action: Int) -> EffectPolicy { .serial("all") }
    }
    let store = Store([], Noting())
    for number in 0..<3_000 { store.send(number) }
    await store.settle()
    #expect(store.state == Array(0..<3_000))
  }

  @Test func `what a middleware has kept to send with does nothing when the store is gone`() {
    var late: ((Int) -> Void)?
    var store: Store? = Store(
      0, adding,
      middleware: LocalMiddleware { _, action, send in
        late = send
        return [action]
      })
    store?.send(1)
    late?(1)
    #expect(store?.state == 2)
    store = nil
    late?(1)
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
    // Each action comes to one of them.
    #expect(sum == 3)
  }

  @Test func `a feed lets go of what was taken, also while more is waiting`() async throws {
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
    #expect(taken === first)
    taken = nil
    #expect(first == nil)
    for _ in 0..<3_000 {
      store.send(Letter())
      #expect(await reader.next() != nil)
    }
  }

  @Test func `what is sent while a state is written waits for the end of that`() {
    struct Editing: Interactor {
      func reduce(_ state: inout [Int], _ action: Int) { state.append(action) }
      func hooks(_ store: StoreContext<[Int], Int>) -> [Hook] {
        Hook("first", store.changes(of: \.first)) { _ in
          store.modify {
            $0.append(10)
            store.send(11)
            $0.append(12)
          }
        }
      }
      func policy(for action: Int) -> EffectPolicy { .never }
    }
    let edited = Store([], Editing())
    edited.send(1)
    #expect(edited.state == [1, 10, 12, 11])
  }

  @Test func `what the deinit of an action sends is carried out`() {
    final class Bomb: Sendable {
      let burst: @Sendable () -> Void
      init(_ burst: @escaping @Sendable () -> Void) { self.burst = burst }
      deinit { burst() }
    }
    // SAFETY: used on the main actor alone, where the store is.
    nonisolated(unsafe) var send: (Int) -> Void = { _ in }
    let store = Store(
      0, Reducer<Int, (Int, Bomb?)> { state, action in state += action.0 },
      middleware: LocalMiddleware { _, action, send in
        if action.0 == 1 { send((10, Bomb { receive(100) })) }
        return [action]
      })
    // SAFETY: the same.
    nonisolated(unsafe) let sending = { (number: Int) in _ = store.send((number, nil)) }
    send = { sending($0) }
    @Sendable func receive(_ number: Int) { send(number) }
    store.send((1, nil))
    #expect(store.state == 111)
  }

  @Test func `a test store tells what an observer sends apart from what the test sends`()
    async throws
  {
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

  @Test func `what was begun for a case that has gone does not write into the next one`() async {
    enum Screen: Equatable {
      case editing(Int)
      case reading
    }
    enum Action {
      case show(Screen)
      case part(Int)
    }
    struct Editing: Interactor {
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        try? await store.sleep(for: .seconds(1))
        store.modify { $0 = action }
      }
    }
    let editing = Case<Screen, Int>({ .editing($0) }) {
      if case .editing(let number) = $0 { number } else { nil }
    }
    let part = Case<Action, Int>({ .part($0) }) {
      if case .part(let action) = $0 { action } else { nil }
    }
    let clock = ManualClock()
    let store = Store(
      Screen.editing(1),
      AnyInteractor(
        combining: Reducer<Screen, Action> { screen, action in
          if case .show(let next) = action { screen = next }
        }, Editing().scoped(to: \.self, case: editing, action: part)), clock: clock)
    store.send(.part(99))
    await store.settle()
    store.send(.show(.reading))
    store.send(.show(.editing(2)))
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == .editing(2))
    store.send(.part(3))
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == .editing(3))
  }

  @Test func `hooks that listen while a property says so let go of their store`() async {
    final class Canary {}
    struct Listening: Interactor {
      let canary: Canary
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        await Task.yield()
        store.modify { $0 += action }
      }
      func hooks(_ store: StoreContext<Int, Int>) -> [Hook] {
        Hook(while: store.property(\.self).map { $0 >= 0 }) {
          Hook("changed", store.changes(of: \.self)) { _ in withExtendedLifetime(canary) {} }
        }
      }
    }
    weak var canary: Canary?
    func use() async {
      let kept = Canary()
      canary = kept
      let store = Store(0, Listening(canary: kept))
      await store.send(1).finish()
      #expect(store.state == 1)
    }
    await use()
    await eventually { canary == nil }
    #expect(canary == nil)
  }

  @Test func `a field that went away and came back before a hook could hear is not told to it`() {
    struct Undoing: Interactor {
      let tell: (Int) -> Void
      func reduce(_ state: inout Int, _ action: Int) { state = action }
      func hooks(_ store: StoreContext<Int, Int>) -> [Hook] {
        Hook("undo", store.changes(of: \.self)) { if $0 == 1 { store.modify { $0 = 0 } } }
        Hook("tell", store.changes(of: \.self)) { tell($0) }
      }
      func policy(for action: Int) -> EffectPolicy { .never }
    }
    var told: [Int] = []
    let store = Store(0, Undoing { told.append($0) })
    store.send(1)
    #expect(told == [])
    store.send(2)
    #expect(told == [2])
  }

  @Test func `what leads to a newer effect goes on with all it has caused, whoever holds a handle`()
    async
  {
    struct Superseding: Interactor {
      func reduce(_ state: inout [String], _ action: String) {}
      nonisolated(nonsending) func perform(
        _ action: String, _ store: StoreContext<[String], String>
      ) async {
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
      }
      func policy(for action: String) -> EffectPolicy {
        action == "older" || action == "newer" ? .latest("x") : .concurrent
      }
    }
    let clock = ManualClock()
    let store = Store([], Superseding(), clock: clock)
    store.send("older")
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(!store.state.contains("older has ended"))
    #expect(store.state.contains("newer has ended"))
    #expect(store.state.contains("waits has ended"))
  }

  @Test func `a store that is released cancels its effects in the order in which they began`() async
  {
    struct Branching: Interactor {
      nonisolated(nonsending) func perform(
        _ action: String, _ store: StoreContext<Int, String>
      ) async {
        if action.count < 3 {
          await Task.yield()
          store.send(action + "+")
        }
        try? await store.sleep(for: .seconds(1))
      }
    }
    var started: [String] = []
    var cancelled: [String] = []
    do {
      let store = Store(
        0, Branching(), clock: ManualClock(),
        trace: Trace {
          switch $0 {
          case .effectStarted(let action): started.append(action as? String ?? "?")
          case .effectCancelled(let action): cancelled.append(action as? String ?? "?")
          default: break
          }
        })
      store.send("a")
      store.send("b")
      await store.settle()
    }
    // The order of those that come back from `yield` is open.
    #expect(started.count == 6)
    #expect(cancelled == started)
  }
}
