import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Room: Equatable {
  var x = ""
  var isOn = false
}

private enum Knock: Equatable {
  case action(String)
  case other
}

private struct Porter: Interactor {
  typealias State = Room
  typealias Action = Knock

  func reduce(_ state: inout Room, _ action: Knock) {
    if case .action(let text) = action { state.x = text }
  }

  nonisolated(nonsending) func perform(_ action: Knock, _ store: Context) async {
    if action == .other { store.isOn = true }
  }
}

extension Store where State == Room, Action == Knock {
  fileprivate func knock() { send(.action("knock")) }
}

/// The rows of the table for users of Eazy: the code on Upkeep's side compiles, and keeps the row's
/// promise.
@MainActor @Suite struct EazyNameTests {
  private let store = Store(Room(), Porter())
  private let updater = Updater()
  private let isOnline = StoredProperty(true)

  @Test func `Moving from Eazy: Store(state:interactor:), store.state, store.x`() {
    let (store, other) = (Store(state: Room(), interactor: Porter()), Store(Room(), Porter()))
    #expect(store.state == other.state && store.x == "")
  }

  @Test func `Moving from Eazy: Store(state:), EmptyAction`() {
    typealias State = Room
    let state = State()
    let store = Store(state, Reducer<State, Never>())
    store.bound(\.x).value = "a"
    #expect(store.x == "a")
  }

  @Test func `Moving from Eazy: Actionable, Hookable, actionable:, hookable:`() {
    struct Nothing: Interactor {
      typealias State = Room
      typealias Action = Never
    }
    #expect(Store(Room(), Nothing()).x == "")
  }

  @Test func `Moving from Eazy: dispatch(_:), await dispatch(_:)`() async {
    store.send(.action("a"))
    #expect(store.x == "a")
    await store.send(.other).finish()
    #expect(store.isOn)
  }

  @Test func `Moving from Eazy: onAction(_:store:)`() async {
    var state = Room()
    Porter().reduce(&state, .action("a"))
    #expect(state.x == "a")
    let perform = Porter().perform
    _ = perform
  }

  @Test func `Moving from Eazy: MutatingStore, set(_:_:)`() async {
    let writing = Acting { (action: Knock, store: StoreContext<Room, Knock>) in
      let v = "v"
      store.x = v
      store.modify { $0.x += v + "!" }
      if action == .other { store.send(.action("")) }
    }
    let store = Store(Room(), writing)
    await store.send(.other).finish()
    #expect(store.x == "vv!")
  }

  @Test func `Moving from Eazy: forceUpdate:`() {
    struct Told: Equatable { var text = "", count = 0 }
    let store = Store(Told(), Reducer<Told, Never>())
    let seen = Seen { store.state }
    store.bound(\.text).value = ""
    store.bound(\.count).value += 1
    #expect(seen.values.map(\.count) == [0, 1])
  }

  @Test
  func `Moving from Eazy: Hook: CaseIterable, publisher(for: hook, store:), HookPublisher`() async {
    let (source, feed) = AsyncStream<String>.makeStream()
    var heard: [String] = []
    let hearing = Acting<Room, Never>(hooks: { _ in Hook("name", source) { heard.append($0) } })
    let store = Store(Room(), hearing)
    feed.yield("a")
    await store.settle()
    #expect(heard == ["a"])
  }

  // A publisher is type-checked in .ci/apple-stubs/Tests/MovingFromEazyPage.swift.
  @Test func `Moving from Eazy: HookPublisher(publisher) of a service`() async {
    func burst() -> AsyncStream<String> {
      let (stream, feed) = AsyncStream<String>.makeStream()
      for text in ["a", "b"] { feed.yield(text) }
      feed.finish()
      return stream
    }
    let publisher = burst()
    let hearing = Acting<Room, Knock>(
      Reducer { if case .action(let text) = $1 { $0.x += text } },
      hooks: { store in Hook("name", publisher) { store.x += $0 } })
    let store = Store(Room(), hearing)
    await store.settle()
    #expect(store.x == "ab")
    await store.send(contentsOf: burst().map { Knock.action($0) }).finish()
    #expect(store.x == "abab")
  }

  @Test func `Moving from Eazy: AnyCancellable { }, Empty() of a hook without a source`() {
    let source: AsyncStream<String>? = nil
    let silent = Acting<Room, Knock>(hooks: { store in
      if let source { Hook("name", source) { store.x = $0 } }
    })
    let store = TestStore(Room(), silent, isExhaustive: false)
    store.x = "a"
    #expect(store.hooks == [])
  }

  @Test func `Moving from Eazy: store.publisher, store.publisher.x, publisher(for:)`() async {
    var states = store.states.makeAsyncIterator()
    var changes = store.changes(of: \.x).makeAsyncIterator()
    store.send(.action("a"))
    #expect(await (states.next()?.x, changes.next()) == ("a", "a"))
    #expect(store.property(\.x).value == "a")
  }

  @Test func `Moving from Eazy: Combine's removeDuplicates, merge, debounce, throttle`() async {
    let clock = ManualClock()
    let store = Store(Room(), Porter(), clock: clock)
    let lengths = store.changes(of: \.x).map { "\($0.count)" }.filter { $0 != "0" }
      .compactMap { $0 }.removeDuplicates()
    var all = lengths.merge(with: store.changes(of: \.x)).debounced(for: .seconds(1))
      .throttled(for: .seconds(1)).makeAsyncIterator()
    store.send(.action("a"))
    clock.advance(by: .seconds(1))
    #expect(await all.next() == "a")
  }

  @Test func `Moving from Eazy: CombineLatest of fields, as in a form`() {
    let canSend = Acting<Room, Knock>(
      Reducer { if case .action(let text) = $1 { $0.x = text } },
      hooks: { store in
        let property = DerivedProperty(store.property(\.x), isOnline) { !$0.isEmpty && $1 }
        Hook("name", property) { store.isOn = $0 }
      })
    let store = Store(Room(), canSend)
    store.send(.action("a"))
    #expect(store.isOn)
    isOnline.value = false
    #expect(!store.isOn)
  }

  @Test func `Moving from Eazy: assign(to:using:), assign(toAction:using:)`() async {
    let (source, feed) = AsyncStream<String>.makeStream()
    let assigning = Acting<Room, Knock>(hooks: { store in
      Hook("name", source) { store.x = $0 }
      Hook("name", store.changes(of: \.isOn)) { store.send(.action("\($0)")) }
    })
    let store = Store(Room(), AnyInteractor(combining: Porter(), assigning))
    feed.yield("a")
    await store.settle()
    #expect(store.x == "a")
    store.bound(\.isOn).value = true
    #expect(store.x == "true")
  }

  @Test func `Moving from Eazy: animation:, AnimationOption, withAnimation`() {
    store.send(.action("a"), animation: "slow")
    #expect(store.animation as? String == "slow")
  }

  @Test func `Moving from Eazy: weakAssign(to:on:), first(timeout:)`() async {
    let label = UILabel()
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.x))
    store.send(.action("a"))
    await store.settle()
    #expect(label.text == "a")
  }

  @Test func `Moving from Eazy: CancellableAction, cancelIdentifier, cancel(_:)`() {
    let id = "id"
    let perform = Porter().perform
    let store = Store(Room(), Acting<Room, Knock>(policy: .latest(id), work: perform))
    let task = store.send(.other)
    store.cancel(id: id)
    #expect(task.isCancelled)
  }

  @Test func `Moving from Eazy: $store.x, store.binder, $store.binding(get:action:)`() {
    let direct: Bound<String> = store.bound(\.x)
    direct.value = "a"
    store.bound(\.x) { .action($0 + "!") }.value = "b"
    #expect(store.x == "b!")
    let length = direct.map(to: { $0.count }, from: { String(repeating: "-", count: $0) })
    length.value = 3
    #expect(store.x == "---")
    let first = direct.map(to: { $0.first }, from: { "\($0 ?? "?")" })
    #expect(first.map(to: { $0 ?? "?" }, from: { $0 }).value == "-")
  }

  @Test func `Moving from Eazy: UITextField.bind, UISwitch.bind, UILabel.assign, storeIn:`() {
    let (field, toggle, label) = (UITextField(), UISwitch(), UILabel())
    let binding = updater.bind(object: field, keyPath: \.text, with: store.bound(\.x))
    updater.bind(object: toggle, keyPath: \.isOn, with: store.bound(\.isOn))
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.x))
    field.onEdit = { binding.pull() }
    field.type("a")
    #expect(store.x == "a" && label.text == "a" && !toggle.isOn)
  }

  @Test func `Moving from Eazy: DebugStore.enableLogging(filter), .disableLogging()`() {
    let store = Store(Room(), Porter(), trace: .printing)
    store.trace = nil
    #expect(store.trace == nil)
  }

  @Test func `Moving from Eazy: .print, FilterOption.include, .exclude, log`() {
    var told: [String] = []
    store.trace = Trace(only: [Knock.self]) { told.append("\($0)") }
    store.send(.action("a"))
    let count = told.count
    store.trace = Trace(except: [Knock.self, Room.self]) { told.append("\($0)") }
    store.send(.action("b"))
    #expect(count > 0 && told.count == count)
  }

  @Test func `Moving from Eazy: TestStore(state:interactor:), writable members`() async throws {
    let testStore = TestStore(state: Room(), interactor: Porter())
    let v = "v"
    testStore.x = v
    try testStore.send(.other)
    try await testStore.change { $0.isOn = true }
    try await testStore.finish()
    let receive = testStore.receive
    _ = receive
  }

  @Test func `Moving from Eazy: stateUpdates, triggeredActions`() async throws {
    let store = TestStore(Room(), Porter(), isExhaustive: false)
    try store.send(.action("a"))
    #expect((store.transitions, store.actions) == ([Room(x: "a")], [.action("a")]))
  }

  @Test
  func `Moving from Eazy: didTrigger(_:), await didTrigger(_:), didTriggerHook`() async throws {
    let (source, feed) = AsyncStream<String>.makeStream()
    let hearing = Acting<Room, Knock>(hooks: { store in
      Hook("heard", source) { store.send(.action($0)) }
    })
    let a = Knock.action("a")
    let store = TestStore(Room(), hearing)
    feed.yield("a")
    try await store.receive(a)
    #expect(store.actions.contains(a) && store.hooks == ["heard"])
  }

  @Test func `Moving from Eazy: testHook(_:trigger:state:interactor:timeout:)`() async throws {
    let (source, feed) = AsyncStream<String>.makeStream()
    let hearing = Acting<Room, Never>(hooks: { store in Hook("heard", source) { store.x = $0 } })
    let store = TestStore(Room(), hearing)
    feed.yield("a")
    await store.settle()
    try await store.change { $0.x = "a" }
    #expect(store.hooks == ["heard"])
    let receive = store.receive
    _ = receive
  }

  @Test func `Moving from Eazy: deactiveHooks()`() {
    let isOn = StoredProperty(true)
    let switched = Acting<Room, Never>(hooks: { store in
      Hook(while: isOn) { Hook("x", store.changes(of: \.x)) { _ in store.isOn.toggle() } }
    })
    let store = Store(Room(), switched)
    store.bound(\.x).value = "a"
    isOn.value = false
    store.bound(\.x).value = "b"
    #expect(store.isOn)
  }

  @Test func `Moving from Eazy: a subclass of Store`() {
    let store: Store = store  // with the function of the extension above
    store.knock()
    #expect(store.x == "knock")
  }

  @Test func `Moving from Eazy: Equatable.with { }`() {
    var copy = Room()
    copy.x = "a"
    #expect(copy != Room())
  }
}
