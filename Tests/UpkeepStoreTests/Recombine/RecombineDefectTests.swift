import Differential
import Testing
import Upkeep
import UpkeepStore

private struct Count: Equatable {
  var count = 0
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

/// The effect of `.nothing` waits a second, and then sends `.increase`.
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
/// The numbers are those in the list of Recombine's defects.
@MainActor @Suite struct RecombineDefectTests {
  private static let recording = Recording<Count, CountAction>(
    start: Count(), steps: [.action(.increase, at: .seconds(5))])

  @Test func `Recombine 2: an action that a middleware sends is not lost, and keeps its order`() {
    let order = Notes<CountAction>()
    let store = Store(
      Count(), counting,
      middleware: Middleware { _, action, send in
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

  @Test
  func `Recombine 7: a replay lets go of its store, a timed one when it is cancelled`() async {
    weak var gone: Store<Count, CountAction>?
    do {
      let store = Store(Count(count: 4), counting, clock: ManualClock())
      gone = store
      let replay = Task { try await store.replay(Self.recording, speed: 1) }
      #expect(await eventually { store.count == 0 })
      replay.cancel()
      await #expect(throws: CancellationError.self) { try await replay.value }
      store.send(.set(5))
      #expect(store.count == 5)
      store.replay(Self.recording)
      #expect(store.count == 1)
    }
    #expect(await eventually { gone == nil })
  }

  @Test func `Recombine 7: a narrowed store keeps its whole, and nothing keeps the narrowed one`() {
    weak var whole: Store<Count, CountAction>?
    weak var part: Store<Int, CountAction>?
    do {
      let store = Store(Count(), counting)
      whole = store
      let narrowed = (consume store).scope(\.count)
      part = narrowed
      narrowed.send(.increase)
      #expect(narrowed.state == 1)
    }
    #expect(part == nil && whole == nil)
  }

  @Test func `Recombine 9: many tasks send to the stores of two actors, and none is lost`() async {
    let counters = [Counter(), Counter()]
    await withTaskGroup(of: Void.self) { group in
      for counter in counters + counters {
        for _ in 0..<50 { group.addTask { for _ in 0..<10 { await counter.increase() } } }
      }
    }
    for counter in counters { #expect(await counter.count == 1_000) }
  }

  // The test has a thread of its own. On the main actor each of its turns would also announce
  // changes that other tests have left unsettled there.
  @Test(arguments: [1, 2])
  nonisolated func `Recombine 9: actions that follow one another without an end are found`(
    sends: Int
  ) async throws {
    try await withOwnThread {
      let endless = Middleware<Count, CountAction> { _, action, send in
        for _ in 0..<sends { send(.increase) }
        return [action]
      }
      let store = Store(Count(), counting, middleware: endless, name: "endless")
      let mistakes = misuses { store.send(.increase) }
      let start = "actions must come to rest, but in endless "
      #expect(mistakes.map { "\($0)".hasPrefix(start) } == [true])
      #expect(mistakes.map(\.kind) == ["runawayActions"])
      #expect(store.count < 1_000_000)
    }
  }

  @Test nonisolated func `a loop through a hook names the hook, and the field that it follows`()
    async throws
  {
    try await withOwnThread {
      let writing = Acting<Count, CountAction>(
        counting,
        hooks: { store in Hook("echo", store.changes(of: \.count)) { store.count = $0 + 1 } })
      let sending = Acting<Count, CountAction>(
        counting,
        hooks: { store in
          Hook("again", store.changes(of: \.count)) { _ in store.send(.increase) }
        })
      let writes = misuses { Store(Count(), writing, name: "App").send(.increase) }
      #expect(writes.map(\.kind) == ["runawayFlush"])
      #expect("\(writes)".contains("stopped: hook echo (UpkeepStoreTests/"))
      #expect("\(writes)".contains("a field of App (\\Count.count)"))
      let sends = misuses { Store(Count(), sending, name: "App").send(.increase) }
      #expect(sends.map(\.kind) == ["runawayActions"])
      #expect("\(sends)".contains("each of 1000 was sent"))
      #expect("\(sends)".contains("the last, increase by the hook again, was not carried out"))
    }
  }

  @Test func `Recombine 9: a state is undone and done again, also while an effect runs`() {
    let store = Store(Count(), later(), clock: ManualClock())
    let recorder = store.record()
    for action in [CountAction.increase, .nothing, .set(7)] { store.send(action) }
    let recording = recorder.recording
    store.replay(Recording(start: recording.start, steps: recording.steps.dropLast()))
    #expect(store.count == 1)
    store.replay(recording)
    #expect(store.count == 7)
  }
}
