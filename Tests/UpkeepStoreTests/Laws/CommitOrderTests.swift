import Testing
import Upkeep
import UpkeepScope

@testable import UpkeepStore

/// The order in which a store announces changes, and carries out actions, writes and cancellations
/// that come meanwhile: one after the other.
@MainActor struct CommitOrderTests {
  private let digits = Reducer<Int, Int> { $0 = $0 * 10 + $1 }

  /// Becomes 1 with each action; every action but 0 has an effect that never ends.
  private let holding = Acting<Int, Int>(Reducer { state, _ in state = 1 }) { _, store in
    try? await store.sleep(for: .seconds(100))
  } policies: {
    $0 == 0 ? .never : .latest("one")
  }

  private let observations = Notes<Observation>()

  /// Calls `hear` with each action of a store, until the test ends.
  private func observe(_ store: Store<Int, Int>, _ hear: @escaping (Int) -> Void) {
    observations.add(store.pairs.observe(Site()) { hear($0.action) })
  }

  /// Calls `hear` at the first action of a store.
  private func once(_ store: Store<Int, Int>, _ hear: @escaping () -> Void) {
    var count = 0
    observe(store) { _ in
      count += 1
      if count == 1 { hear() }
    }
  }

  /// The states that a store's trace reports from now on.
  private func states(_ store: Store<Int, Int>) -> Notes<Int> {
    let states = Notes<Int>()
    store.trace = Trace { if case .changed(_, let state as Int, _) = $0 { states.add(state) } }
    return states
  }

  private func held() -> Store<Int, Int> { Store(0, holding, clock: ManualClock()) }

  private func running(_ store: Store<Int, Int>) -> [Int] {
    store.runningEffects.compactMap { $0.action as? Int }
  }

  @Test func `an observer's action at a commit comes after all earlier actions`() {
    let store = Store(0, digits)
    let recorder = store.record()
    let told = Notes<String>()
    observe(store) { if $0 == 1 { store.send(9) } }
    observations.add(
      store.pairs.observe(Site()) { told.add("\($0.action): \($0.previous) -> \($0.state)") })
    undone { store.send(1) }
    #expect(told.all == [])
    transaction {
      undone { store.send(5) }
      transaction { store.send(1) }
      store.send(2)
    }
    store.send(3)
    #expect(told.all == ["1: 0 -> 1", "2: 1 -> 12", "9: 12 -> 129", "3: 129 -> 1293"])
    let copy = Store(0, digits)
    copy.replay(recorder.recording)
    #expect(copy.state == 1293)
  }

  @Test func `two stores that send to each other at one commit both carry out all`() {
    let (one, other) = (Store(0, digits), Store(0, digits))
    observe(one) { if $0 < 3 { other.send($0 + 1) } }
    observe(other) { if $0 < 3 { one.send($0 + 1) } }
    transaction {
      one.send(1)
      other.send(1)
    }
    #expect(one.state == 123 && other.state == 123)
  }

  @Test(arguments: [true, false])
  func `a write of an observer is told and recorded after earlier actions`(inTransaction: Bool) {
    let store = Store(0, digits)
    observe(store) {
      if $0 == 1 { store.bound(\.self).value = 99 }
      if $0 == 2 { transaction { _ = store.send(3) } }
    }
    let recorder = store.record()
    let told = states(store)
    let send = { for action in 1...2 { store.send(action) } }
    if inTransaction { transaction { send() } } else { send() }
    #expect(told.all == (inTransaction ? [1, 12, 99, 993] : [1, 99, 992, 9_923]))
    let copy = Store(0, digits)
    copy.replay(recorder.recording)
    #expect([store.state, copy.state].map(Optional.some) == [told.all.last, told.all.last])
  }

  @Test func `an observer that answers every write with another one is stopped`() {
    let store = Store(0, digits)
    store.trace = Trace { [weak store] in
      if case .changed(_, let state as Int, _) = $0 { store?.bound(\.self).value = state + 1 }
    }
    let mistakes = misuses { store.bound(\.self).value = 1 }
    #expect(mistakes.map { "\($0)".contains("a write") } == [true])
    #expect(store.state == 1_001)
    store.trace = nil
    #expect(misuses { store.bound(\.self).value = 5 }.isEmpty && store.state == 5)
  }

  @Test func `writes and sends that answer one another come to an end`() {
    let store = Store(0, Reducer<Int, Int> { $0 &+= $1 })
    store.trace = Trace { [weak store] in if case .changed = $0 { store?.send(1) } }
    #expect(misuses { store.bound(\.self).value = 5 }.count == 1)
    store.trace = nil
    let (one, other) = (Store(0, digits), Store(0, digits))
    var count = 0
    observe(one) { _ in
      count += 1
      other.send(0)
    }
    observe(other) { _ in one.bound(\.self).value += 1 }
    one.trace = Trace { [weak other] in if case .changed = $0 { other?.send(0) } }
    #expect(misuses { one.send(0) }.count >= 1 && count >= 1)
    one.trace = nil
    let twice = Store(0, digits)
    twice.trace = Trace { [weak twice] in
      guard case .changed(_, let state as Int, _) = $0 else { return }
      for step in 1...2 { twice?.bound(\.self).value = state &+ step }
    }
    #expect(misuses { twice.bound(\.self).value = 1 }.count == 1)
    twice.trace = nil
  }

  @Test(arguments: [true, false])
  func `a long serial dispatch of an observer is no loop`(inTransaction: Bool) {
    let store = Store(0, Reducer<Int, Int> { $0 &+= $1 })
    observe(store) {
      if $0 != 1 { return }
      store.send(contentsOf: Array(repeating: 2, count: 2_000), serially: true, collect: true)
    }
    let mistakes = misuses {
      if inTransaction { transaction { _ = store.send(1) } } else { store.send(1) }
    }
    #expect(store.state == 4_001 && mistakes.isEmpty)
  }

  @Test func `a cancellation that is undone cancels nothing`() async {
    let store = held()
    store.send(1)
    await store.settle()
    once(store) {
      store.send(0)
      undone { store.cancel(id: "one") }
    }
    store.send(0)
    #expect(running(store) == [1])
  }

  @Test func `an observer of a write that sends and cancels leaves nothing running`() {
    let store = held()
    store.trace = Trace { [weak store] event in
      guard case .changed(_, _, .binding) = event else { return }
      store?.send(2)
      store?.cancel(id: "one")
      store?.send(3)
      store?.cancel(id: "one")
    }
    store.bound(\.self).value = 5
    #expect(running(store) == [])
  }

  @Test func `the end of a replay does not cancel an action sent afterwards`() {
    let recording = Recording<Int, Int>(start: 0, steps: [.action(0, at: .zero)])
    let store = held()
    transaction {
      store.replay(recording)
      store.send(1)
    }
    #expect(running(store) == [1])
    once(store) {
      store.replay(recording)
      store.send(2)
    }
    store.send(0)
    #expect(running(store) == [2])
  }

  @Test(arguments: [true, false])
  func `an effect that is sent after its identity was cancelled goes on`(inTransaction: Bool) {
    let store = held()
    once(store) { store.send(0) }
    let body = {
      _ = store.send(0)
      store.cancel(id: "one")
      _ = store.send(1)
    }
    if inTransaction { transaction { body() } } else { batch { body() } }
    #expect(running(store) == [1])
  }

  @Test(arguments: [true, false])
  func `a middleware that sends its own action again is stopped as a loop`(isCollected: Bool) {
    let store = Store(
      0, digits,
      middleware: Middleware { _, action, send in
        if action < 7 { return [action] }
        send(15 - action)
        return []
      })
    #expect(misuses { store.send(7, 1, serially: true, collect: isCollected) }.count == 1)
  }

  @Test func `an action that is collected in a transaction is carried out`() {
    let store = Store(0, digits)
    transaction {
      _ = store.send(1, 2, collect: true)
      #expect(store.state == 0)
    }
    #expect(store.state == 12)
    undone { _ = store.send(3, collect: true) }
    #expect(store.state == 12)
  }

  @Test func `a cancellation at a commit cancels the effects of earlier actions`() async {
    let (one, other) = (Store(0, digits), held())
    observe(one) { _ in
      other.send(2)
      other.cancel(id: "one")
    }
    transaction {
      other.send(1)
      one.send(1)
    }
    #expect(running(other) == [])
  }

  @Test func `a replay in a transaction refuses what its observers send`() {
    let recording = Recording<Int, Int>(start: 0, steps: [.action(1, at: .zero)])
    let store = Store(5, digits)
    observe(store) { _ in store.send(3) }
    transaction { store.replay(recording) }
    #expect(store.state == 1)
  }

  @Test func `the latest effect of an identity is the only one, whoever sends`() async {
    let store = held()
    store.send(1)
    await store.settle()
    store.trace = Trace { [weak store] in
      if case .effectCancelled(let action as Int) = $0, action == 1 { store?.send(3) }
    }
    transaction { _ = store.send(2) }
    #expect(running(store) == [3])
  }

  @Test func `a replay refuses actions of the effects that it cancels`() async {
    let recording = Recording<Int, Int>(start: 0, steps: [.action(1, at: .zero)])
    let store = Store(10, holding, clock: ManualClock())
    store.send(1)
    await store.settle()
    store.trace = Trace { [weak store] in if case .effectCancelled = $0 { store?.send(3) } }
    store.replay(recording)
    #expect(store.state == 1 && store.runningEffects.isEmpty)
    store.trace = nil
  }

  @Test(arguments: [true, false])
  func `the release of a replaced action may send another action`(isDebounced: Bool) {
    let clock = ManualClock()
    let store = Store(0, Reducer<Int, Farewell> { state, _ in state += 1 }, clock: clock)
    var told: [Int] = []
    let actions =
      isDebounced ? store.actions.debounced(for: .seconds(1)) : store.actions.removeDuplicates()
    observations.add(actions.observe(Site()) { told.append($0.number) })
    store.send(Farewell(1) { MainActor.assumeIsolated { _ = store.send(Farewell(3)) } })
    transaction { _ = store.send(Farewell(2)) }
    clock.advance(by: .seconds(2))
    #expect((store.state, told) == (3, isDebounced ? [3] : [1, 2, 3]))
  }
}
