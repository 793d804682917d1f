import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Counts actions; their effects run one after another, and the effect of nil does not end.
@MainActor private func line() -> Acting<Int, Farewell?> {
  Acting(Reducer { state, _ in state += 1 }, policy: .serial("line")) { action, store in
    if action == nil { try? await store.sleep(for: .seconds(1)) }
  }
}

/// A screen that may be absent, and whose effects write to it.
private enum Screen: Equatable {
  case none
  case some(Int)

  enum Action {
    case show(Screen)
    case inside(Inside)
  }

  enum Inside: CaseIterable {
    case now
    case asleep
    case later
    case inLine
  }

  @MainActor static func store(
    _ clock: ManualClock, reads: Notes<Screen> = Notes()
  ) -> Store<Screen, Action> {
    let showing = Reducer<Screen, Action> { screen, action in
      if case .show(let next) = action { screen = next }
    }
    let inside = Acting<Int, Inside> { action, store in
      if action == .asleep || action == .inLine { try? await store.sleep(for: .seconds(1)) }
      store.modify { $0 += 100 }
    } policies: { action in
      switch action {
      case .now, .asleep: .concurrent
      case .later: .debounced("later", for: .seconds(1))
      case .inLine: .serial("line")
      }
    }
    let whole = inside.scoped(
      to: \Screen.self,
      case: Case<Screen, Int>({ .some($0) }) { screen in
        reads.add(screen)
        return if case .some(let count) = screen { count } else { nil }
      },
      action: Case<Action, Inside>({ .inside($0) }) {
        if case .inside(let action) = $0 { action } else { nil }
      })
    return Store(.some(1), AnyInteractor(combining: showing, whole), clock: clock)
  }
}

/// Mistakes that hostile programs have revealed.
@MainActor struct HostileStoreTests {
  @Test func `a value that is released as an effect leaves the line may send the next one`() async {
    let store = Store(0, line())
    for _ in 0..<4 {
      store.send(Farewell { MainActor.assumeIsolated { _ = store.send(Farewell()) } })
    }
    await store.settle()
    #expect(store.state == 8)
  }

  @Test func `a cancelled serial action is released, even while the first one runs`() {
    let store = Store(0, line(), clock: ManualClock())
    store.send(nil)
    weak var last: Farewell?
    for _ in 0..<100 {
      let payload = Farewell()
      last = payload
      store.send(payload).cancel()
    }
    #expect(last == nil && store.runningEffects.count == 1)
  }

  @Test func `an animation may send when the next change releases it`() {
    let store = Store(0, adding)
    store.send(
      1, animation: Farewell { MainActor.assumeIsolated { _ = store.send(10, animation: "last") } })
    store.send(100)
    #expect(store.state == 111 && store.animation as? String == "last")
  }

  @Test func `a listener that stops takes nothing from those that go on`() async {
    let store = Store(0, adding)
    var feeds = (0..<100).map { _ in store.actions.makeAsyncIterator() }
    var last = feeds.removeLast()
    feeds = []
    store.send(1)
    #expect(await last.next() == 1)
  }

  @Test func `a listener stops in the same time, whatever the number of listeners`() {
    expectLinear { count in
      let store = Store(0, adding)
      do { _ = (0..<count).map { _ in store.actions.makeAsyncIterator() } }
      store.send(1)
      #expect(store.state == 1)
    }
  }

  @Test func `an action that sends very many others is carried out with all of them`() {
    let store = Store(
      0, adding,
      middleware: Middleware { _, action, send in
        if action == 0 { for _ in 0..<50_000 { send(1) } }
        return [action]
      })
    store.send(0)
    #expect(store.state == 50_000)
  }

  @Test func `an action that cancels its own sender begins no effect`() async {
    var started = 0
    var task: StoreTask?
    let cancelling = Acting<[Int], Int> { action, store in
      store.modify { $0.append(action) }
      if action == 1 { store.send(2) }
    } policies: { action in
      if action == 2 { task?.cancel() }
      return .concurrent
    }
    let store = Store(
      [], cancelling, trace: Trace { if case .effectStarted = $0 { started += 1 } })
    task = store.send(1)
    await store.settle()
    #expect((store.state, started) == ([1], 1))
  }

  @Test func `a newer effect cancelled as it supersedes the older one leaves no trace`() async {
    let superseding = Acting<[String], String> { action, store in
      store.modify { $0.append(action) }
      if action == "sender" { store.send("newer") }
      if action == "older" { try? await store.sleep(for: .seconds(1)) }
    } policies: { action in
      switch action {
      case "sender": .concurrent
      case "after": .exclusive("all")
      default: .latest("all")
      }
    }
    var task: StoreTask?
    let store = Store(
      [], superseding, clock: ManualClock(),
      trace: Trace {
        if case .effectCancelled(let action as String) = $0, action == "older" { task?.cancel() }
      })
    for action in ["older", "sender", "after"] {
      let sent = store.send(action)
      if action == "sender" { task = sent }
      await store.settle()
    }
    #expect(store.state == ["older", "sender", "after"])
  }

  @Test(arguments: [true, false])
  func `an effect of a case that has ended does not write to the next case`(hasBegun: Bool) async {
    for action in Screen.Inside.allCases where !hasBegun || action != .now {
      let clock = ManualClock()
      let store = Screen.store(clock)
      store.send(.inside(action))
      store.send(.inside(action))
      if hasBegun { await store.settle() }
      store.send(.show(.none))
      #expect(store.runningEffects.isEmpty)
      store.send(.show(.some(2)))
      await clock.pass(.seconds(1), .seconds(1), .seconds(1), in: store)
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
    #expect(reads.all.count - before < 10 && store.runningEffects.count == 100)
    store.send(.show(.none))
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `an action for a case that is not there has no effect when the case comes`() async {
    let store = Screen.store(ManualClock())
    store.send(.show(.none))
    store.send(.inside(.now))
    store.send(.show(.some(2)))
    await store.settle()
    #expect(store.state == .some(2))
  }

  @Test func `a test store tells a middleware's writes apart from the reducer's`() async throws {
    var count: Bound<Int>?
    let store = TestStore(0, adding, middleware: .sideEffect { _, _ in count?.value = 100 })
    count = store.store.bound(\.self)
    defer { count = nil }
    try store.send(5) { $0 += 5 }
    try await store.change { $0 = 100 }
    try await store.finish()
    #expect(store.state == 105)
  }

  @Test func `settling does not wait for an effect that reads the store's own values`() async {
    let reading = Acting<Int, Int>(adding) { action, store in
      if action > 1 { return }
      for await state in store.changes(of: \.self) where state < 100 { store.send(state * 10) }
    }
    let store = TestStore(0, reading, isExhaustive: false)
    let task = store.store.send(1)
    await store.settle()
    store.store.send(2)
    await store.settle()
    #expect(store.transitions == [1, 3, 33, 363] && !task.isFinished)
    task.cancel()
  }
}
