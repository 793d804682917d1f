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
  /// Appends a number after `seconds`.
  case later(Int, seconds: Int)
}

private let values = Reducer<Values, ValueAction> { state, action in
  switch action {
  case .append(let number): state.values.append(number)
  case .left(let number): state.left = number
  default: break
  }
}

/// An interactor whose delayed actions come one after the other.
@MainActor private func delaying() -> Acting<Values, ValueAction> {
  Acting(values) { action, store in
    guard case .later(let number, let seconds) = action else { return }
    try await store.sleep(for: .seconds(seconds))
    store.send(.append(number))
  } policies: {
    if case .later = $0 { .serial("later") } else { .never }
  }
}

/// Features of Recombine besides reducers and middleware, and the claims of its own tests.
@MainActor @Suite struct RecombineStoreTests {
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

  @Test func `Recombine, dispatch serially: delayed actions come in the order of the sending`()
    async throws
  {
    let store = TestStore(Values(), delaying(), isExhaustive: false)
    for (number, seconds) in [(1, 3), (2, 1), (3, 2), (4, 1)] {
      try store.send(.later(number, seconds: seconds))
    }
    var seen: [[Int]] = []
    for _ in 1...7 {
      await store.clock.pass(.seconds(1), in: store.store)
      seen.append(store.values)
    }
    #expect(seen == [[], [], [1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(store.transitions.map(\.values) == [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
    #expect(store.actions.suffix(4) == [.append(1), .append(2), .append(3), .append(4)])
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
    #expect(await (actions.next(), actions.next()) == (.nothing, .append(1)))
    #expect(await states.next() == Values(values: [1]))
    let (first, second) = (await pairs.next(), await pairs.next())
    #expect(first?.action == .nothing && first?.previous == first?.state)
    #expect(second?.action == .append(1) && second?.previous == Values())
    #expect(second?.state == Values(values: [1]))
  }

  @Test func `Recombine, lensing: a store of a part, with its actions, filtered by equality`() {
    let store = Store(Values(), values)
    let left = store.scope(\.left) { (number: Int) in ValueAction.left(number) }
    let seen = Seen { left.state }
    left.send(1)
    store.send(.append(5))
    left.send(1)
    store.send(.left(2))
    #expect((seen.values, store.state) == ([0, 1, 2], Values(values: [5], left: 2)))
  }

  @Test func `Recombine, replay: recorded actions come again at their times`() async throws {
    let store = TestStore(Values(), delaying(), isExhaustive: false)
    let recorder = store.store.record()
    try store.send(.append(1))
    store.clock.advance(by: .seconds(2))
    try store.send(.append(2))
    store.clock.advance(by: .seconds(1))
    store.store.bound(\.right).value = 9
    let recording = recorder.recording
    #expect(
      recording.steps == [
        .action(.append(1), at: .zero), .action(.append(2), at: .seconds(2)),
        .written(store.state, at: .seconds(3)),
      ])

    let clock = ManualClock()
    let other = Store(Values(values: [100]), delaying(), clock: clock)
    let seen = Seen { other.values.count * 10 + other.right }
    let replay = Task { try await other.replay(recording, speed: 2) }
    for _ in 1...3 {
      await eventually { clock.alarmCount == 1 }
      clock.advance(by: .milliseconds(500))
    }
    try await replay.value
    #expect(clock.now.offset == .milliseconds(1_500))
    #expect(other.state == Values(values: [1, 2], right: 9))
    #expect(seen.values == [10, 0, 10, 20, 29])
  }

  @Test func `Recombine, replay: an action sent meanwhile is refused`() async throws {
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
    #expect((refused.all, store.values) == (["append(7)"], [1, 8]))
  }

  @Test func `Recombine, replay: a recording goes through JSON, and past the middleware`() throws {
    let store = Store(Values(), values)
    let recorder = store.record()
    store.send(.append(1), .left(4))
    let data = try JSONEncoder().encode(recorder.recording)
    let recording = try JSONDecoder().decode(Recording<Values, ValueAction>.self, from: data)
    #expect(recording == recorder.recording)
    let met = Notes<ValueAction>()
    let other = Store(Values(right: 1), values, middleware: .sideEffect { met.add($1) })
    other.replay(recording)
    #expect((met.all, other.state) == ([], Values(values: [1], left: 4)))
  }
}

/// A state with several fields, each of which has a reducer of its own.
private enum App {
  struct State: Equatable {
    var left = 0
    var right = 0
    var inner: Int?
  }

  enum Action: Equatable {
    case left(Int)
    case right(Int)
    case inner(Int)
  }

  static let reducer = Reducer<State, Action>(
    adding.scoped(
      to: \.left,
      action: Case({ .left($0) }) { if case .left(let number) = $0 { number } else { nil } }),
    Reducer<Int, Int> { $0 = $1 }.scoped(
      to: \.right,
      action: Case({ .right($0) }) { if case .right(let number) = $0 { number } else { nil } }),
    adding.scoped(
      to: \.inner, case: .some,
      action: Case({ .inner($0) }) { if case .inner(let number) = $0 { number } else { nil } }))

  @MainActor static let store = Store(State(), reducer)
}

/// Recombine's reducers, and the examples of its README.
@MainActor @Suite struct RecombineReadmeTests {
  @Test func `Recombine, "nest multiple reducers": each reducer knows one field`() {
    let store = Store(App.State(), App.reducer)
    for action in [App.Action.left(1), .right(7), .inner(1)] { store.send(action) }
    #expect(store.state == App.State(left: 1, right: 7))
    store.bound(\.inner).value = 4
    store.send(.inner(1))
    #expect(store.inner == 5)
  }

  @MainActor @Test func `Recombine, App.store: a constant on the main actor`() {
    let before = App.store.left
    App.store.send(.left(1))
    #expect(App.store.left == before + 1)
  }

  @Test func `Recombine, Reducer: combined reducers run once each, in order`() {
    let names = ["add", "double", "add"]
    let named = names.map { name in Reducer<[String], Int> { state, _ in state.append(name) } }
    let store = Store([], Reducer(named))
    store.send(1)
    #expect(store.state == names)
  }
}

private struct Form: Equatable {
  var name = ""
  var age: Int?
  var isEdited = false
  var isSent = false
}

private enum FormAction: Equatable, BindableAction {
  case binding(BindingAction<Form>)
  case submit

  var binding: BindingAction<Form>? {
    if case .binding(let binding) = self { binding } else { nil }
  }
}

private let form = Reducer<Form, FormAction> { form, action in
  switch action {
  case .binding(\.name):
    form.name = String(form.name.prefix(5))
    form.isEdited = true
  case .binding: break
  case .submit: form.isSent = true
  }
}.binding()

/// One binding action for all fields.
@MainActor @Suite struct RecombineBindingActionTests {
  @Test func `Recombine, BindingAction: a bound value sends a binding action`() {
    var actions: [FormAction] = []
    let store = Store(Form(), form, middleware: .sideEffect { actions.append($1) })
    store.bound(\.name).value = "Ada Lovelace"
    store.bound(\.age).value = nil
    #expect(actions == [.binding(.set(\.name, "Ada Lovelace")), .binding(.set(\.age, nil))])
    #expect(store.state == Form(name: "Ada L", isEdited: true))
  }

  @Test func `Recombine, BindingAction: actions are equal if field and value are, of any type`() {
    let name = FormAction.binding(.set(\.name, "Ada"))
    #expect(name == .binding(.set(\.name, "Ada")))
    #expect(name != .binding(.set(\.name, "Bob")) && name != .binding(.set(\.age, 1)))
    #expect(name.binding?.keyPath == \Form.name && name.binding?.value as? String == "Ada")
    #expect(FormAction.submit.binding == nil)
  }

  @Test func `Recombine, BindingAction: middleware, recordings, traces and tests get the action`()
    throws
  {
    var told: [String] = []
    let store = Store(Form(), form, trace: Trace { told.append("\($0)") })
    let recorder = store.record()
    store.bound(\.name).value = "Ada"
    #expect(told.contains { $0.contains("keyPath: \\Form.name") && $0.contains("value: \"Ada\"") })
    let other = Store(Form(), form)
    other.replay(recorder.recording)
    #expect(other.state == store.state)

    let test = TestStore(Form(), form)
    try test.send(.binding(.set(\.age, 3))) { $0.age = 3 }
  }

  @Test func `Recombine, BindingAction: an interactor applies it where it likes`() async {
    let saved = Notes<String>()
    let applying = Reducer<Form, FormAction> { form, action in action.binding?.apply(to: &form) }
    let saving = Acting(applying) { action, store in
      if case .binding(\.name) = action { saved.add(store.name) }
    }
    let store = Store(Form(), saving)
    await store.send(.binding(.set(\.name, "Ada"))).finish()
    await store.send(.binding(.set(\.age, 36))).finish()
    #expect((saved.all, store.age) == (["Ada"], 36))
  }
}
