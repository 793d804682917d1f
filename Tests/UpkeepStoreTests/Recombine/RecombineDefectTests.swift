import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Count: Equatable {
  var count = 0
  var other = 0
}

private enum CountAction: Equatable {
  case increase
  case nothing
  case set(Int)
}

private let counting = Reducer<Count, CountAction> { state, action in
  switch action {
  case .increase: state.count += 1
  case .nothing: break
  case .set(let number): state.count = number
  }
}

/// Waits a second, then sends the action that it was asked for.
@MainActor private func later() -> Acting<Count, CountAction> {
  Acting(counting) { action, store in
    if (try? await store.sleep(for: .seconds(1))) != nil { store.send(.increase) }
  } policies: {
    $0 == .nothing ? .latest("nothing") : .never
  }
}

private actor Counter {
  private lazy var store = Store(Count(), counting)

  func increase() { store.send(.increase) }

  var count: Int { store.count }
}

/// Defects of Recombine.
///
/// The numbers are those of the list of its defects.
@MainActor @Suite struct RecombineDefectTests {
  private static let recording = Recording<Count, CountAction>(
    start: Count(), steps: [.action(.increase, at: .seconds(5))])

  @Test func `Recombine 1: a state does not go backwards when an observer sends`() {
    let store = Store(Count(), counting)
    let seen = Notes<Int>()
    let updater = Updater()
    updater.keepUpToDate {
      let count = store.count
      seen.add(count)
      if count == 1 { store.send(.increase) }
    }
    store.send(.increase)
    #expect(store.count == 2)
    store.send(.increase)
    #expect(seen.all == [0, 1, 2, 3])
  }

  @Test func `Recombine 2: what a middleware sends is not lost, and keeps its order`() {
    let order = Notes<CountAction>()
    let store = Store(
      Count(), counting,
      middleware: LocalMiddleware { _, action, send in
        order.add(action)
        if action == .nothing {
          send(.increase)
          send(.set(10))
          send(.increase)
        }
        return [action]
      })
    store.send(.increase)
    store.send(.nothing)
    #expect(store.count == 11)
    #expect(order.all == [.increase, .nothing, .increase, .set(10), .increase])
  }

  @Test func `Recombine 2: what hooks and observers send meanwhile is carried out in order`() {
    let hooked = Acting(
      counting,
      hooks: { store in
        Hook("hook", store.changes(of: \.count).filter { $0 == 1 }) { _ in store.send(.set(5)) }
      })
    let order = Notes<CountAction>()
    let store = Store(
      Count(), hooked,
      middleware: LocalMiddleware { _, action, send in
        if action == .set(5) { send(.nothing) }
        return [action]
      }, .sideEffect { order.add($1) })
    let updater = Updater()
    updater.keepUpToDate {
      let count = store.count
      if count == 5 {
        store.send(.increase)
        store.send(.set(6))
        // They wait for the end of the action that has woken this.
        #expect(store.count == 5)
      }
    }
    store.send(.increase)
    #expect(store.count == 6)
    #expect(order.all == [.increase, .set(5), .nothing, .increase, .set(6)])
  }

  @Test func `Recombine 3: there is one state, up to date when send returns, for middleware too`() {
    let seen = Notes<Int>()
    let store = Store(
      Count(), counting, middleware: .sideEffect { state, _ in seen.add(state.count) })
    let shown = Seen { store.count }
    for count in 1...3 {
      store.send(.increase)
      #expect(store.count == count)
      #expect(store.property.value.count == count)
      #expect(shown.values.last == count)
    }
    #expect(seen.all == [0, 1, 2])
  }

  @Test func `Recombine 4: four actions of which two change something are two changes`() {
    let store = Store(Count(), counting)
    let seen = Seen { store.state }
    for action in [CountAction.increase, .nothing, .set(1), .increase] { store.send(action) }
    #expect(seen.values.map(\.count) == [0, 1, 2])
  }

  @Test func `Recombine 5: who reads one field is not woken by another one, and derived is kept`() {
    let store = Store(Count(), counting)
    let runs = Notes<Int>()
    let isEven = DerivedProperty {
      runs.add(store.count)
      return store.count.isMultiple(of: 2)
    }
    let (other, even) = (Seen { store.other }, Seen { isEven.value })
    store.send(.increase)
    store.send(.increase, .increase)
    store.bound(\.other).value = 1
    #expect(other.values == [0, 1])
    #expect(even.values == [true, false])
    #expect(runs.all == [0, 1, 3])
  }

  @Test func `Recombine 6: the same action again cancels what the first one began`()
    async throws
  {
    let store = TestStore(Count(), later())
    let first = try store.send(.nothing)
    await store.settle()
    store.clock.advance(by: .milliseconds(900))
    let second = try store.send(.nothing)
    await store.settle()
    #expect(first.isCancelled)
    store.clock.advance(by: .milliseconds(999))
    await store.settle()
    #expect(store.count == 0)
    store.clock.advance(by: .milliseconds(1))
    await second.finish()
    try await store.receive(.increase) { $0.count = 1 }
    try await store.finish()
  }

  @Test func `Recombine 7: a replay does not keep its store`() {
    weak var gone: Store<Count, CountAction>?
    do {
      let store = Store(Count(), counting)
      gone = store
      store.replay(Self.recording)
      #expect(store.count == 1)
    }
    #expect(gone == nil)
  }

  @Test func `Recombine 7: a timed replay lets go of its store when it is cancelled`() async {
    weak var gone: Store<Count, CountAction>?
    do {
      let store = Store(Count(count: 4), counting, clock: ManualClock())
      gone = store
      let replay = Task { try await store.replay(Self.recording, speed: 1) }
      await eventually { store.count == 0 }
      #expect(store.count == 0)
      replay.cancel()
      await #expect(throws: CancellationError.self) { try await replay.value }
      store.send(.set(5))
      #expect(store.count == 5)
    }
    await eventually { gone == nil }
    #expect(gone == nil)
  }

  @Test func `Recombine 7: a narrowed store keeps its whole, and is kept by nobody`() {
    weak var whole: Store<Count, CountAction>?
    weak var part: Store<Int, CountAction>?
    do {
      var narrowed: Store<Int, CountAction>?
      do {
        let store = Store(Count(), counting)
        whole = store
        narrowed = store.scope(\.count)
      }
      part = narrowed
      narrowed?.send(.increase)
      #expect(narrowed?.state == 1)
    }
    #expect(part == nil)
    #expect(whole == nil)
  }

  @Test func `Recombine 8: the types of a store follow from what it is made of`() {
    let store = Store(Count(), counting, middleware: .filter { $1 != .nothing }, Middleware())
    #expect(type(of: store) == Store<Count, CountAction>.self)
  }

  @Test func `Recombine 9: many tasks send to the store of one actor, and none is lost`() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<10 { await counter.increase() } }
      }
    }
    #expect(await counter.count == 1_000)
  }

  @Test func `Recombine 9: actions that follow one another without an end are found`() {
    var mistakes: [Misuse] = []
    let endless = LocalMiddleware<Count, CountAction> { _, action, send in
      send(.increase)
      return [action]
    }
    let store = Store(Count(), counting, middleware: endless, name: "endless")
    withMisuseHandler({ mistakes.append($0) }) { store.send(.increase) }
    #expect(mistakes.count == 1)
    guard case .runawayActions(let name, _, _)? = mistakes.first else {
      Issue.record("must be told: \(mistakes)")
      return
    }
    #expect(name == "endless")
  }

  @Test func `Recombine 9: a state is undone and done again, also while an effect runs`() {
    let store = Store(Count(), later(), clock: ManualClock())
    let recorder = store.record()
    store.send(.increase)
    store.send(.nothing)
    store.send(.set(7))
    let recording = recorder.recording
    store.replay(Recording(start: recording.start, steps: recording.steps.dropLast()))
    #expect(store.count == 1)
    store.replay(recording)
    #expect(store.count == 7)
  }
}
