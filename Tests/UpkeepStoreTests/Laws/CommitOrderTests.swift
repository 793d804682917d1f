import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@testable import UpkeepStore

/// The order in which a store tells, and does what is sent, written and cancelled meanwhile: one after the other.
@MainActor struct CommitOrderTests {
  private static let digits = Reducer<Int, Int> { $0 = $0 * 10 + $1 }

  @Test func `what an observer sends at a commit comes after all that the transaction has sent`() {
    let store = Store(0, Self.digits)
    let recorder = store.record()
    var log: [String] = []
    let sender = store.pairs.observe { if $0.action == 1 { store.send(3) } }
    let teller = store.pairs.observe { log.append("\($0.action): \($0.previous) -> \($0.state)") }
    transaction {
      store.send(1)
      store.send(2)
    }
    #expect(log == ["1: 0 -> 1", "2: 1 -> 12", "3: 12 -> 123"])
    #expect(store.state == 123)
    let copy = Store(0, Self.digits)
    copy.replay(recorder.recording)
    #expect(copy.state == 123)
    withExtendedLifetime((sender, teller)) {}
  }

  @Test func `an observer's sends come last in nested transactions, too, and after undone ones`() {
    let store = Store(0, Self.digits)
    var log: [Int] = []
    let sender = store.pairs.observe { if $0.action == 1 { store.send(9) } }
    let teller = store.pairs.observe { log.append($0.action) }
    struct Undone: Error {}
    try? transaction {
      store.send(1)
      throw Undone()
    }
    #expect(log == [])
    transaction {
      try? transaction {
        store.send(5)
        throw Undone()
      }
      transaction { store.send(1) }
      store.send(2)
    }
    #expect(log == [1, 2, 9])
    store.send(3)
    #expect(log == [1, 2, 9, 3] && store.state == 1293)
    withExtendedLifetime((sender, teller)) {}
  }

  @Test func `two stores that send to each other at one commit both carry out all`() {
    let (one, other) = (Store(0, Self.digits), Store(0, Self.digits))
    let observers = [
      one.pairs.observe { if $0.action < 3 { other.send($0.action + 1) } },
      other.pairs.observe { if $0.action < 3 { one.send($0.action + 1) } },
    ]
    transaction {
      one.send(1)
      other.send(1)
    }
    #expect(one.state == 123 && other.state == 123)
    withExtendedLifetime(observers) {}
  }

  @Test func `what an observer writes at a commit is told after what was sent`() {
    let store = Store(0, Self.digits)
    var log: [Int] = []
    let writer = store.pairs.observe { pair in
      if pair.action == 1 { store.bound(\.self).value = 99 }
      if pair.action == 2 { transaction { _ = store.send(3) } }
    }
    store.trace = Trace { event in
      if case .changed(_, let state, _) = event, let state = state as? Int { log.append(state) }
    }
    transaction {
      store.send(1)
      store.send(2)
    }
    #expect(log == [1, 12, 99, 993] && store.state == 993)
    store.trace = nil
    withExtendedLifetime(writer) {}
  }

  @Test(arguments: [true, false])
  func `what an observer writes is told, and recorded, after the action that it was told of`(
    inTransaction: Bool
  ) {
    let store = Store(0, Self.digits)
    let writer = store.pairs.observe { if $0.action == 1 { store.bound(\.self).value = 99 } }
    let recorder = store.record()
    var log: [Int] = []
    store.trace = Trace { event in
      if case .changed(_, let state, _) = event, let state = state as? Int { log.append(state) }
    }
    if inTransaction { transaction { _ = store.send(1) } } else { store.send(1) }
    #expect(log == [1, 99])
    let copy = Store(0, Self.digits)
    copy.replay(recorder.recording)
    #expect(copy.state == 99)
    store.trace = nil
    withExtendedLifetime(writer) {}
  }

  @Test func `an observer that answers every write with another one is stopped`() {
    let store = Store(0, Self.digits)
    var mistakes: [String] = []
    store.trace = Trace { [weak store] event in
      if case .changed(_, let state, _) = event, let state = state as? Int {
        store?.bound(\.self).value = state + 1
      }
    }
    withMisuseHandler({ mistakes.append("\($0)") }) { store.bound(\.self).value = 1 }
    #expect(mistakes.count == 1 && mistakes[0].contains("a write"))
    #expect(store.state == 1_001)
    store.trace = nil
    store.bound(\.self).value = 5
    #expect(store.state == 5 && mistakes.count == 1)
  }

  @Test func `writes and sends that answer one another come to an end`() {
    var mistakes: [String] = []
    withMisuseHandler({ mistakes.append("\($0)") }) {
      let (one, other) = (Store(0, Self.digits), Store(0, Self.digits))
      let store = Store(0, Reducer<Int, Int> { $0 &+= $1 })
      store.trace = Trace { [weak store] in if case .changed = $0 { store?.send(1) } }
      store.bound(\.self).value = 5
      #expect(mistakes.count == 1)
      store.trace = nil
      var count = 0
      let observers = [
        one.pairs.observe { _ in
          count += 1
          other.send(0)
        },
        other.pairs.observe { _ in one.bound(\.self).value += 1 },
      ]
      one.trace = Trace { [weak other] in if case .changed = $0 { other?.send(0) } }
      one.send(0)
      #expect(mistakes.count >= 2 && count >= 1)
      one.trace = nil
      let twice = Store(0, Self.digits)
      twice.trace = Trace { [weak twice] in
        guard case .changed(_, let state, _) = $0, let state = state as? Int else { return }
        twice?.bound(\.self).value = state &+ 1
        twice?.bound(\.self).value = state &+ 2
      }
      mistakes = []
      twice.bound(\.self).value = 1
      #expect(mistakes.count == 1)
      twice.trace = nil
      withExtendedLifetime(observers) {}
    }
  }

  @Test(arguments: [true, false])
  func `a long serial dispatch of an observer is no loop`(inTransaction: Bool) {
    let store = Store(0, Reducer<Int, Int> { $0 &+= $1 })
    let observer = store.pairs.observe { pair in
      if pair.action != 1 { return }
      store.send(contentsOf: Array(repeating: 2, count: 2_000), serially: true, collect: true)
    }
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) {
      if inTransaction { transaction { _ = store.send(1) } } else { store.send(1) }
    }
    #expect(store.state == 4_001 && mistakes == 0)
    withExtendedLifetime(observer) {}
  }

  @Test func `a cancellation that is undone cancels nothing`() async {
    let store = Store(0, Holding(.latest("one")), clock: ManualClock())
    store.send(.go(1))
    await store.untilIdle()
    struct Undone: Error {}
    var isFirst = true
    let observer = store.pairs.observe { _ in
      guard isFirst else { return }
      isFirst = false
      store.send(.other)
      try? transaction {
        store.cancel(id: "one")
        throw Undone()
      }
    }
    store.send(.other)
    #expect(store.runningActions.map { "\($0)" } == ["go(1)"])
    store.cancel(id: "one")
    withExtendedLifetime(observer) {}
  }

  @Test func `an observer of a write that sends and cancels leaves nothing running`() {
    let store = Store(0, Holding(.latest("one")), clock: ManualClock())
    store.trace = Trace { [weak store] event in
      guard case .changed(_, _, .user) = event else { return }
      store?.send(.go(2))
      store?.cancel(id: "one")
      store?.send(.go(3))
      store?.cancel(id: "one")
    }
    store.bound(\.self).value = 5
    #expect(store.runningActions.isEmpty)
    store.trace = nil
  }

  @Test func `what is sent after a replay is no part of what that ends`() {
    let recorded = Store(0, Holding(.latest("one")), clock: ManualClock())
    let recorder = recorded.record()
    recorded.send(.other)
    let store = Store(0, Holding(.latest("one")), clock: ManualClock())
    transaction {
      store.replay(recorder.recording)
      store.send(.go(1))
    }
    #expect(store.runningActions.count == 1)
    var isFirst = true
    let observer = store.pairs.observe { _ in
      guard isFirst else { return }
      isFirst = false
      store.replay(recorder.recording)
      store.send(.go(2))
    }
    store.send(.other)
    #expect(store.runningActions.map { "\($0)" } == ["go(2)"])
    store.cancel(id: "one")
    withExtendedLifetime(observer) {}
  }

  @Test(arguments: [true, false])
  func `an effect that is sent after its identity was cancelled goes on`(inTransaction: Bool) {
    let store = Store(0, Holding(.latest("one")), clock: ManualClock())
    var isFirst = true
    let observer = store.pairs.observe { _ in
      guard isFirst else { return }
      isFirst = false
      store.send(.other)
    }
    let body = {
      _ = store.send(.other)
      store.cancel(id: "one")
      _ = store.send(.go(1))
    }
    if inTransaction { transaction { body() } } else { batch { body() } }
    #expect(store.runningActions.map { "\($0)" } == ["go(1)"])
    store.cancel(id: "one")
    withExtendedLifetime(observer) {}
  }

  @Test(arguments: [true, false])
  func `a middleware that sends what it was sent is a loop, also inside a dispatch`(
    isCollected: Bool
  ) {
    let store = Store(
      0, Self.digits,
      middleware: LocalMiddleware { _, action, send in
        if action == 7 || action == 8 {
          send(15 - action)
          return []
        }
        return [action]
      })
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) {
      _ = store.send(7, 1, serially: true, collect: isCollected)
    }
    #expect(mistakes == 1)
  }

  @Test func `an action that is collected in a transaction is carried out`() {
    let store = Store(0, Self.digits)
    transaction {
      _ = store.send(1, 2, collect: true)
      #expect(store.state == 0)
    }
    #expect(store.state == 12)
    struct Undone: Error {}
    try? transaction {
      _ = store.send(3, collect: true)
      throw Undone()
    }
    #expect(store.state == 12)
  }

  @Test func `what is cancelled at a commit are the effects of what was sent before`() async {
    let one = Store(0, Self.digits)
    let other = Store(0, Holding(.latest("one")), clock: ManualClock())
    let observer = one.pairs.observe { _ in
      other.send(.go(2))
      other.cancel(id: "one")
    }
    transaction {
      other.send(.go(1))
      one.send(1)
    }
    #expect(other.runningActions.isEmpty)
    withExtendedLifetime(observer) {}
  }

  @Test func `a replay in a transaction refuses what its observers send`() {
    let recorded = Store(0, Self.digits)
    let recorder = recorded.record()
    recorded.send(1)
    let store = Store(5, Self.digits)
    let sender = store.pairs.observe { _ in store.send(3) }
    transaction { store.replay(recorder.recording) }
    #expect(store.state == 1)
    withExtendedLifetime(sender) {}
  }

  @Test func `the latest effect of an identity is the only one, also where its predecessor sends`()
    async
  {
    let store = Store(0, Holding(.latest("one")), clock: ManualClock())
    store.send(.go(1))
    await store.untilIdle()
    store.trace = Trace { [weak store] event in
      guard case .effectCancelled(let action) = event else { return }
      if case Holding.Action.go(1)? = action as? Holding.Action { store?.send(.go(3)) }
    }
    transaction { _ = store.send(.go(2)) }
    #expect(store.runningActions.map { "\($0)" } == ["go(3)"])
    store.trace = nil
    store.cancel(id: "one")
  }

  @Test func `a replay refuses what an effect sends that it cancels`() async {
    let recorded = Store(0, Holding(.latest("one")), clock: ManualClock())
    let recorder = recorded.record()
    recorded.send(.go(1))
    recorded.cancel(id: "one")
    let store = Store(10, Holding(.latest("one")), clock: ManualClock())
    store.send(.go(1))
    await store.untilIdle()
    var isReplaying = false
    store.trace = Trace { [weak store] event in
      if isReplaying, case .effectCancelled = event { store?.send(.go(3)) }
    }
    isReplaying = true
    store.replay(recorder.recording)
    #expect(store.state == 1 && store.runningActions.isEmpty)
    store.trace = nil
  }

  @Test(arguments: [true, false])
  func `an action that goes while the next one takes its place sends`(isDebounced: Bool) {
    let clock = ManualClock()
    let store = Store(0, Reducer<Int, Parting> { state, _ in state += 1 }, clock: clock)
    var told: [Int] = []
    let actions =
      isDebounced
      ? store.actions.debounced(for: .seconds(1), clock: clock) : store.actions.removeDuplicates()
    let observation = actions.observe { told.append($0.number) }
    store.send(Parting(1) { MainActor.assumeIsolated { _ = store.send(Parting(3)) } })
    transaction { _ = store.send(Parting(2)) }
    clock.advance(by: .seconds(2))
    #expect(store.state == 3)
    #expect(told == (isDebounced ? [3] : [1, 2, 3]))
    withExtendedLifetime(observation) {}
  }
}

/// Has effects that wait for ever.
private struct Holding: Interactor {
  enum Action {
    case go(Int)
    case other
  }

  private let policy: EffectPolicy

  init(_ policy: EffectPolicy) { self.policy = policy }

  func reduce(_ state: inout Int, _ action: Action) { state = 1 }

  nonisolated(nonsending) func perform(_ action: Action, _ store: StoreContext<Int, Action>) async {
    try? await store.sleep(for: .seconds(100))
  }

  func policy(for action: Action) -> EffectPolicy {
    if case .go = action { policy } else { .never }
  }
}

/// An action that does something when it goes.
private final class Parting: Equatable {
  let number: Int
  private let body: () -> Void

  init(_ number: Int, _ body: @escaping () -> Void = {}) {
    self.number = number
    self.body = body
  }

  deinit { body() }

  static func == (one: Parting, other: Parting) -> Bool { one === other }
}
