import Differential
import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Values: Equatable, Codable {
  var values: [Int] = []
  var left = 0
  var right = 0
}

private enum ValueAction: Equatable, Codable {
  case append(Int)
  case left(Int)
  case nothing
  /// Appends a number after some seconds.
  case later(Int, seconds: Int)
  /// Becomes `second`, which becomes `append`.
  case first(Int)
  case second(Int)
  /// Waits a second for each number, then appends all at once.
  case collect([Int])
}

private let values = Reducer<Values, ValueAction> { state, action in
  switch action {
  case .append(let number): state.values.append(number)
  case .left(let number): state.left = number
  default: break
  }
}

/// Synchronous actions are reduced, asynchronous ones become others.
@MainActor private func thunks() -> Acting<Values, ValueAction> {
  Acting(values) { action, store in
    switch action {
    case .append, .left, .nothing: break
    case .later(let number, let seconds):
      try await store.sleep(for: .seconds(seconds))
      store.send(.append(number))
    case .first(let number):
      await Task.yield()
      store.send(.second(number))
    case .second(let number):
      for value in [number, number + 1, number + 2] { store.send(.append(value)) }
    case .collect(let numbers):
      for _ in numbers { try await store.sleep(for: .seconds(1)) }
      store.send(contentsOf: numbers.map { .append($0) })
    }
  } policies: {
    if case .later = $0 { .serial("later") } else { .concurrent }
  }
}

/// Features of Recombine beside reducers and middleware, and the claims of its own tests.
@MainActor @Suite struct RecombineStoreTests {
  @Test func `Recombine, dispatch: several actions, or a sequence, are one change`() {
    let store = Store(Values(), values)
    let seen = Seen { store.values }
    store.send(.append(1), .append(2))
    store.send(contentsOf: [3, 4].map { .append($0) })
    #expect(seen.values == [[], [1, 2], [1, 2, 3, 4]])
  }

  @Test func `Recombine, Subscriber: a publisher of actions drives a store`() async {
    let store = Store(Values(), values)
    let (stream, feed) = AsyncStream<ValueAction>.makeStream()
    let task = store.send(contentsOf: stream)
    for number in 1...3 { feed.yield(.append(number)) }
    feed.finish()
    await task.finish()
    #expect(store.values == [1, 2, 3])
  }

  @Test func `Recombine, Subscriber: a publisher of actions does not keep its store`() async {
    let (stream, feed) = AsyncStream<ValueAction>.makeStream()
    weak var gone: Store<Values, ValueAction>?
    do {
      let store = Store(Values(), values)
      gone = store
      store.send(contentsOf: stream)
    }
    #expect(gone == nil)
    feed.yield(.append(1))
  }

  @Test
  func `Recombine, action strata: an asynchronous action becomes another one, and that others`()
    async
  {
    let store = Store(Values(), thunks())
    let seen = Seen { store.values }
    await store.send(.first(1)).finish()
    #expect(seen.values == [[], [1], [1, 2], [1, 2, 3]])
  }

  @Test func `Recombine, dispatch serially: delayed actions come in the order of the sending`()
    async throws
  {
    let store = TestStore(Values(), thunks(), isExhaustive: false)
    for (number, seconds) in [(1, 3), (2, 1), (3, 2), (4, 1)] {
      try store.send(.later(number, seconds: seconds))
    }
    var seen: [[Int]] = []
    for _ in 1...7 {
      await store.settle()
      store.clock.advance(by: .seconds(1))
      await store.settle()
      seen.append(store.values)
    }
    #expect(seen == [[], [], [1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(store.transitions.map(\.values) == [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(store.actions.suffix(4) == [.append(1), .append(2), .append(3), .append(4)])
  }

  @Test func `Recombine, dispatch collected: what actions become is one change`() async throws {
    let store = TestStore(Values(), thunks(), isExhaustive: false)
    let seen = Seen { store.store.values }
    let task = try store.send(.collect([1, 2, 3]))
    for _ in 1...3 {
      await store.settle()
      store.clock.advance(by: .seconds(1))
    }
    await task.finish()
    #expect(seen.values == [[], [1, 2, 3]])
    #expect(store.actions.suffix(3) == [.append(1), .append(2), .append(3)])
  }

  @Test func `Recombine, StorePublishers: states, actions before and after the middleware, pairs`()
    async
  {
    let before = Notes<ValueAction>()
    let store = Store(
      Values(), values, middleware: .sideEffect { before.add($1) },
      .filter { $1 != .append(0) })
    var states = store.states.makeAsyncIterator()
    var actions = store.actions.makeAsyncIterator()
    var pairs = store.pairs.makeAsyncIterator()
    for action in [ValueAction.append(0), .nothing, .append(1)] { store.send(action) }
    #expect(before.all == [.append(0), .nothing, .append(1)])
    #expect(await actions.next() == .nothing)
    #expect(await actions.next() == .append(1))
    #expect(await states.next() == Values(values: [1]))
    let (first, second) = (await pairs.next(), await pairs.next())
    #expect(first?.action == .nothing && first?.previous == first?.state)
    #expect(second?.action == .append(1))
    #expect(second?.previous == Values() && second?.state == Values(values: [1]))
  }

  @Test func `Recombine, StorePublishers: asynchronous actions are told when they begin and end`()
    async
  {
    var told: [String] = []
    let trace = Trace { event in
      switch event {
      case .effectStarted(let action): told.append("began \(action)")
      case .effectEnded(let action): told.append("ended \(action)")
      default: break
      }
    }
    let store = Store(Values(), thunks(), trace: trace)
    await store.send(.second(1)).finish()
    #expect(told.first == "began second(1)")
    #expect(told.contains("ended second(1)"))
  }

  @Test func `Recombine, lensing: a store of a part, with its actions, filtered by equality`() {
    let store = Store(Values(), values)
    let left = store.scope(\.left) { (number: Int) in ValueAction.left(number) }
    let seen = Seen { left.state }
    left.send(1)
    store.send(.append(5))
    left.send(1)
    store.send(.left(2))
    #expect(seen.values == [0, 1, 2])
    #expect(store.state == Values(values: [5], left: 2))
  }

  @Test func `Recombine, lensing: with the same actions, and again of a part`() {
    struct Outer: Equatable { var inner = Values() }
    let store = Store(Outer(), Reducer<Outer, ValueAction> { values.reduce(&$0.inner, $1) })
    let inner = store.scope(\.inner).scope(\.values)
    inner.send(.append(3))
    #expect(inner.state == [3])
    #expect(store.inner.values == [3])
  }

  @Test func `Recombine, readOnly and writeOnly: a property, and what sends`() {
    let store = Store(Values(), values)
    let readOnly: Property<Int> = store.property(\.left)
    let writeOnly = { [store] in _ = store.send(.left($0)) }
    writeOnly(4)
    #expect(readOnly.value == 4)
  }

  @Test func `Recombine, StoreBinding: direct, by an action, and of a part`() {
    let store = Store(Values(), values)
    store.bound(\.right).value = 1
    store.bound(\.left) { .left($0 * 10) }.value = 2
    store.scope(\.right).bound(\.self).value += 2
    #expect(store.state == Values(left: 20, right: 3))
  }

  @Test func `Recombine, replay: recorded actions come again at their times`() async throws {
    let store = TestStore(Values(), thunks(), isExhaustive: false)
    let recorder = store.store.record()
    try store.send(.append(1))
    store.clock.advance(by: .seconds(2))
    try store.send(.append(2))
    store.clock.advance(by: .seconds(1))
    store.store.bound(\.right).value = 9
    let recording = recorder.recording
    #expect(recording.actions == [.append(1), .append(2)])
    #expect(recording.steps.map(\.time) == [.zero, .seconds(2), .seconds(3)])

    let clock = ManualClock()
    let other = Store(Values(values: [100]), thunks(), clock: clock)
    let seen = Seen { other.values.count * 10 + other.right }
    let replay = Task { try await other.replay(recording, speed: 2) }
    for _ in 1...3 {
      await eventually { clock.alarmCount == 1 }
      clock.advance(by: .milliseconds(500))
    }
    try await replay.value
    #expect(clock.now == .milliseconds(1_500))
    #expect(other.state == Values(values: [1, 2], right: 9))
    #expect(seen.values == [10, 0, 10, 20, 29])
  }

  @Test func `Recombine, replay: what is sent meanwhile is refused`() async throws {
    let clock = ManualClock()
    let refused = Notes<String>()
    let store = Store(
      Values(), values, clock: clock,
      trace: Trace { if case .refused(let action) = $0 { refused.add("\(action)") } })
    let recording = Recording<Values, ValueAction>(
      start: Values(), steps: [.action(.append(1), at: .seconds(1))])
    let replay = Task { try await store.replay(recording, speed: 1) }
    await eventually { clock.alarmCount == 1 }
    store.send(.append(7))
    clock.advance(by: .seconds(1))
    try await replay.value
    store.send(.append(8))
    #expect(refused.all == ["append(7)"])
    #expect(store.values == [1, 8])
  }

  @Test func `Recombine, bug reports: a recording goes through JSON and back`() throws {
    let store = Store(Values(), values)
    let recorder = store.record()
    store.send(.append(1), .left(4))
    let data = try JSONEncoder().encode(recorder.recording)
    let recording = try JSONDecoder().decode(Recording<Values, ValueAction>.self, from: data)
    #expect(recording == recorder.recording)
    let other = Store(Values(right: 1), values)
    other.replay(recording)
    #expect(other.state == Values(values: [1], left: 4))
  }

  @Test func `Recombine, bypass: actions that no middleware sees`() {
    let met = Notes<ValueAction>()
    let store = Store(Values(left: 3), values, middleware: .sideEffect { met.add($1) })
    store.replay(
      Recording(start: store.state, steps: [.action(.append(1), at: .zero)]))
    #expect(met.all == [])
    #expect(store.state == Values(values: [1], left: 3))
  }

  @Test func `Recombine, dispatchEnabled: a store that accepts no actions refuses them`() {
    let refused = Notes<String>()
    let store = Store(
      Values(), values,
      trace: Trace { if case .refused(let action) = $0 { refused.add("\(action)") } })
    store.acceptsActions = false
    store.send(.append(1))
    store.acceptsActions = true
    store.send(.append(2))
    #expect(store.values == [2])
    #expect(refused.all == ["append(1)"])
  }

  @Test func `Recombine, debug: only some actions are told, of each part by a trace of its own`() {
    struct Loud: Equatable { let text: String }
    var told: [String] = []
    let store = Store(
      0, Reducer<Int, Loud> { state, _ in state += 1 },
      trace: Trace(only: [Loud.self]) { told.append("\($0)") })
    store.send(Loud(text: "hey"))
    #expect(told.count == 1)
    #expect(told.first?.contains("hey") == true)
  }
}
