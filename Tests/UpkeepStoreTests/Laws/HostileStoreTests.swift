import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

// SAFETY: used on the main actor alone, where the stores of its tests live.
/// Does something when it is released.
private final class Farewell: @unchecked Sendable {
  let body: () -> Void

  init(_ body: @escaping () -> Void = {}) { self.body = body }

  deinit { body() }
}

/// Counts actions; their effects stand in one line, and that of `.hold` does not end.
private struct Line: Interactor {
  enum Action {
    case pass(Farewell?)
    case hold
  }

  func reduce(_ state: inout Int, _ action: Action) { state += 1 }

  nonisolated(nonsending) func perform(_ action: Action, _ store: StoreContext<Int, Action>) async {
    if case .hold = action { try? await store.sleep(for: .seconds(1)) }
  }

  func policy(for action: Action) -> EffectPolicy { .serial("line") }
}

/// A screen that is there or not, whose effects write into it.
private enum Screen: Equatable {
  case none
  case some(Int)

  enum Action {
    case show(Screen)
    case inside(Inside.Action)
  }

  struct Inside: Interactor {
    enum Action {
      case now
      case later
      case inLine
    }

    nonisolated(nonsending) func perform(
      _ action: Action, _ store: StoreContext<Int, Action>
    ) async {
      if case .inLine = action { try? await store.sleep(for: .seconds(1)) }
      store.modify { $0 += 100 }
    }

    func policy(for action: Action) -> EffectPolicy {
      switch action {
      case .now: .concurrent
      case .later: .debounced("later", for: .seconds(1))
      case .inLine: .serial("line")
      }
    }
  }

  @MainActor static func store(
    _ clock: ManualClock, reads: Notes<Screen> = Notes()
  ) -> Store<Screen, Action> {
    let showing = Reducer<Screen, Action> { screen, action in
      if case .show(let next) = action { screen = next }
    }
    let inside = Inside().scoped(
      to: \.self,
      case: Case<Screen, Int>({ .some($0) }) { screen in
        reads.add(screen)
        return if case .some(let count) = screen { count } else { nil }
      },
      action: Case<Action, Inside.Action>({ .inside($0) }) {
        if case .inside(let action) = $0 { action } else { nil }
      })
    return Store(.some(1), AnyInteractor(combining: showing, inside), clock: clock)
  }
}

/// Mistakes that hostile programs have shown.
@MainActor struct HostileStoreTests {
  @Test func `what is released as an effect leaves the line may send the next one`() async {
    let store = Store(0, Line())
    for _ in 0..<4 {
      store.send(.pass(Farewell { MainActor.assumeIsolated { _ = store.send(.pass(nil)) } }))
    }
    await store.settle()
    #expect(store.state == 8)
  }

  @Test func `what was cancelled in a line is let go, although the first of the line goes on`() {
    let store = Store(0, Line(), clock: ManualClock())
    store.send(.hold)
    weak var last: Farewell?
    for _ in 0..<100 {
      let payload = Farewell()
      last = payload
      store.send(.pass(payload)).cancel()
    }
    #expect(last == nil)
    #expect(store.runningActions.count == 1)
  }

  @Test func `what comes with a change may send when the next change releases it`() {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    store.send(
      1, animation: Farewell { MainActor.assumeIsolated { _ = store.send(10, animation: "last") } })
    store.send(100)
    #expect(store.state == 111)
    #expect(store.animation as? String == "last")
  }

  @Test func `what was read of a feed is let go, although more waits to be read`() async {
    let store = Store(0, Reducer<Int, Farewell?> { count, _ in count += 1 })
    var actions = store.actions.makeAsyncIterator()
    weak var first: Farewell?
    do {
      let payload = Farewell()
      first = payload
      store.send(payload)
    }
    store.send(nil)
    #expect(first != nil)
    _ = await actions.next()
    #expect(first == nil)
  }

  @Test func `changes that are read when their store has gone are over`() async {
    var store: Store? = Store(0, Reducer<Int, Int> { $0 += $1 })
    let changes = store?.changes(of: \.self)
    store = nil
    var hasEnded = false
    let reading = Task {
      if let changes { for await _ in changes {} }
      hasEnded = !Task.isCancelled
    }
    await eventually { hasEnded }
    reading.cancel()
    await reading.value
    #expect(hasEnded)
  }

  @Test func `a listener that stops takes nothing from those that go on`() async {
    let store = Store(0, Reducer<Int, Int> { $0 += $1 })
    var feeds = (0..<100).map { _ in store.actions.makeAsyncIterator() }
    var last = feeds.removeLast()
    feeds = []
    store.send(1)
    #expect(await last.next() == 1)
  }

  @Test func `to stop listening takes the same time, whatever the number of listeners`() {
    expectLinear { count in
      let store = Store(0, Reducer<Int, Int> { $0 += $1 })
      do { _ = (0..<count).map { _ in store.actions.makeAsyncIterator() } }
      store.send(1)
      #expect(store.state == 1)
    }
  }

  // The test has a thread of its own. On the main actor each of its turns would announce again what
  // other tests have left unsettled there.
  @Test
  nonisolated
    func `actions of which each sends several are reported before they fill the memory`()
    async throws
  {
    try await withOwnThread {
      var mistakes: [Misuse] = []
      withMisuseHandler({ mistakes.append($0) }) {
        let store = Store(
          0, Reducer<Int, Int> { $0 += $1 },
          middleware: LocalMiddleware { _, action, send in
            for _ in 0..<2 { send(action) }
            return [action]
          })
        store.send(1)
        #expect(store.state < 1_000_000)
      }
      #expect(mistakes.count == 1)
      guard case .runawayActions? = mistakes.first else {
        Issue.record("\(mistakes) does not say that actions run away")
        return
      }
    }
  }

  @Test func `an action that sends very many others is carried out with all of them`() {
    let store = Store(
      0, Reducer<Int, Int> { $0 += $1 },
      middleware: LocalMiddleware { _, action, send in
        if action == 0 { for _ in 0..<50_000 { send(1) } }
        return [action]
      })
    store.send(0)
    #expect(store.state == 50_000)
  }

  @Test func `a policy that cancels what has sent the action begins no effect`() async {
    final class Handle { var task: StoreTask? }
    struct Cancelling: Interactor {
      let handle: Handle
      nonisolated(nonsending) func perform(
        _ action: Int, _ store: StoreContext<[Int], Int>
      ) async {
        store.modify { $0.append(action) }
        if action == 1 { store.send(2) }
      }
      func policy(for action: Int) -> EffectPolicy {
        if action == 2 { handle.task?.cancel() }
        return .concurrent
      }
    }
    var started = 0
    let handle = Handle()
    let store = Store(
      [], Cancelling(handle: handle),
      trace: Trace { if case .effectStarted = $0 { started += 1 } })
    handle.task = store.send(1)
    await store.settle()
    #expect(store.state == [1])
    #expect(started == 1)
  }

  @Test func `a newer effect that is cancelled as it supersedes the older one leaves no trace`()
    async
  {
    final class Handle { var task: StoreTask? }
    struct Superseding: Interactor {
      nonisolated(nonsending) func perform(
        _ action: String, _ store: StoreContext<[String], String>
      ) async {
        store.modify { $0.append(action) }
        if action == "sender" { store.send("newer") }
        if action == "older" { try? await store.sleep(for: .seconds(1)) }
      }
      func policy(for action: String) -> EffectPolicy {
        switch action {
        case "sender": .concurrent
        case "after": .exclusive("all")
        default: .latest("all")
        }
      }
    }
    let handle = Handle()
    let store = Store(
      [], Superseding(), clock: ManualClock(),
      trace: Trace {
        if case .effectCancelled(let action) = $0, action as? String == "older" {
          handle.task?.cancel()
        }
      })
    store.send("older")
    await store.settle()
    handle.task = store.send("sender")
    await store.settle()
    store.send("after")
    await store.settle()
    #expect(store.state == ["older", "sender", "after"])
  }

  @Test func `what waits to begin for a case that has gone does not begin for the next one`() async
  {
    for action in [Screen.Inside.Action.now, .later, .inLine] {
      let clock = ManualClock()
      let store = Screen.store(clock)
      store.send(.inside(action))
      store.send(.inside(action))
      store.send(.show(.none))
      #expect(store.runningActions.isEmpty)
      store.send(.show(.some(2)))
      for _ in 0..<3 {
        await store.settle()
        clock.advance(by: .seconds(1))
      }
      await store.settle()
      #expect(store.state == .some(2))
    }
  }

  @Test func `a change costs no more for many effects that were begun for a case`() async {
    let reads = Notes<Screen>()
    let store = Screen.store(ManualClock(), reads: reads)
    for _ in 0..<100 { store.send(.inside(.inLine)) }
    await store.settle()
    let before = reads.all.count
    store.send(.show(.some(2)))
    #expect(reads.all.count - before < 10)
    #expect(store.runningActions.count == 100)
    store.send(.show(.none))
    #expect(store.runningActions.isEmpty)
  }

  @Test func `an action for a case that is not there has no effect when the case comes`() async {
    let store = Screen.store(ManualClock())
    store.send(.show(.none))
    store.send(.inside(.now))
    store.send(.show(.some(2)))
    await store.settle()
    #expect(store.state == .some(2))
  }

  @Test func `a test store tells what a middleware writes apart from what the reducer does`()
    async throws
  {
    final class Link { var count: Bound<Int>? }
    let link = Link()
    let store = TestStore(
      0, Reducer<Int, Int> { $0 += $1 },
      middleware: .sideEffect { _, _ in link.count?.value = 100 })
    link.count = store.store.bound(\.self)
    defer { link.count = nil }
    try store.send(5) { $0 += 5 }
    try await store.change { $0 = 100 }
    try await store.finish()
    #expect(store.state == 105)
  }

  @Test func `an effect that reads what a store tells is not waited for`() async {
    struct Reading: Interactor {
      func reduce(_ state: inout Int, _ action: Int) { state += action }
      nonisolated(nonsending) func perform(_ action: Int, _ store: StoreContext<Int, Int>) async {
        if action > 1 { return }
        for await state in store.changes(of: \.self) where state < 100 { store.send(state * 10) }
      }
    }
    let store = TestStore(0, Reading(), isExhaustive: false)
    let reading = store.store.send(1)
    await store.settle()
    store.store.send(2)
    await store.settle()
    #expect(store.transitions == [1, 3, 33, 363])
    #expect(!reading.isFinished)
    reading.cancel()
  }
}
