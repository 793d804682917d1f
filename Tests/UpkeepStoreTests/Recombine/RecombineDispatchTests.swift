import Testing
import Upkeep
import UpkeepStore

private struct Log: Equatable {
  var entries: [String] = []
  var notes = 0
}

private enum Entry: Equatable {
  case add(String)
  /// Waits `seconds`, and then adds the text.
  case later(String, seconds: Int)
  /// Leads to `later`, which leads to `add`.
  case first(String)
  /// Writes without an action, and then adds the number of entries that it sees.
  case count
}

private let appending = Reducer<Log, Entry> { log, entry in
  if case .add(let text) = entry { log.entries.append(text) }
}

@MainActor private func writing(later: EffectPolicy = .concurrent) -> Acting<Log, Entry> {
  Acting(appending) { entry, store in
    switch entry {
    case .add: break
    case .later(let text, let seconds):
      try await store.sleep(for: .seconds(seconds))
      store.send(.add(text))
    case .first(let text): store.send(.later(text, seconds: 1))
    case .count:
      store.notes += 1
      store.send(.add("\(store.entries.count)"))
    }
  } policies: {
    switch $0 {
    case .add: .never
    case .later: later
    default: .concurrent
    }
  }
}

/// `dispatch(serially:collect:)` with effects that send actions.
@MainActor @Suite struct RecombineDispatchTests {
  private let clock = ManualClock()
  private let store: Store<Log, Entry>

  init() { store = Store(Log(), writing(), clock: clock) }

  @Test
  func `Recombine, dispatch collected: all that effects send is one change, at the end`() async {
    let seen = Seen { store.entries }
    var actions = store.actions.makeAsyncIterator()
    let task = store.send(
      .add("a"), .later("b", seconds: 2), .first("c"), serially: false, collect: true)
    await clock.pass(.seconds(1), in: store)
    #expect(seen.values == [[]])
    await clock.pass(.seconds(1), in: store)
    #expect(task.isFinished && seen.values == [[], ["a", "c", "b"]])
    var carriedOut: [Entry?] = []
    for _ in 0..<6 { carriedOut.append(await actions.next()) }
    #expect(
      carriedOut == [
        .add("a"), .later("b", seconds: 2), .first("c"), .later("c", seconds: 1), .add("c"),
        .add("b"),
      ])
  }

  @Test func `an effect of a collected action reads the old state, and its writes count`() async {
    let task = store.send(.add("a"), .count, serially: true, collect: true)
    await store.settle()
    await task.finish()
    #expect(store.state == Log(entries: ["a", "0"], notes: 1))
  }

  @Test func `a collected action passes the middleware once, when it is sent`() async {
    var met: [Entry] = []
    let store = Store(Log(), writing(), middleware: .sideEffect { met.append($1) }, clock: clock)
    store.send(.add("a"), .later("b", seconds: 1), serially: true, collect: true)
    #expect(met == [.add("a"), .later("b", seconds: 1)])
    await clock.pass(.seconds(1), in: store)
    #expect((met.dropFirst(2), store.entries) == ([.add("b")], ["a", "b"]))
  }

  @Test func `an effect that another one supersedes is over, and the next action is sent`() async {
    let store = Store(Log(), writing(later: .latest("latest")), clock: clock)
    let task = store.send(.later("a", seconds: 1), .add("b"), serially: true)
    await store.settle()
    store.send(.later("c", seconds: 1))
    #expect(store.entries == ["b"])
    await clock.pass(.seconds(1), in: store)
    #expect(task.isFinished && store.entries == ["b", "c"])
  }

  @Test func `a dispatch without effects is done when send returns`() {
    let store = Store(Log(), appending)
    let seen = Seen { store.entries.count }
    #expect(store.send(.add("a"), .add("b"), serially: true, collect: true).isFinished)
    #expect(store.send(.add("c"), .add("d"), serially: true).isFinished)
    #expect(store.send(contentsOf: [], serially: true, collect: true).isFinished)
    #expect(seen.values == [0, 2, 3, 4])
  }

  @Test func `a dispatch that a transaction undoes is not sent, and sends nothing more`() async {
    var tasks: [StoreTask] = []
    undone {
      for collect in [false, true] {
        tasks.append(
          store.send(.later("a", seconds: 1), .add("b"), serially: true, collect: collect))
      }
    }
    await clock.pass(.seconds(1), .seconds(1), in: store)
    #expect(tasks.map(\.isFinished) == [true, true] && store.state == Log())
    transaction {
      _ = store.send(.later("a", seconds: 1), .add("b"), serially: true, collect: true)
    }
    await clock.pass(.seconds(1), in: store)
    #expect(store.entries == ["a", "b"])
  }

  @Test func `a store that accepts nothing refuses what was collected`() async {
    let refused = Notes<String>()
    store.trace = Trace { if case .refused(let action) = $0 { refused.add("\(action)") } }
    store.send(.add("a"), .later("b", seconds: 1), serially: false, collect: true)
    await store.settle()
    store.acceptsActions = false
    await clock.pass(.seconds(1), in: store)
    #expect(store.state == Log())
    #expect(refused.all == ["add(\"b\")", "add(\"a\")", "later(\"b\", seconds: 1)"])
  }

  @Test func `a narrowed store dispatches serially, collected, and tells its watchers`() async {
    let part = store.scope(\.entries) { (text: String) in Entry.later(text, seconds: 1) }
    var actions = part.actions.makeAsyncIterator()
    part.send("a", "b", serially: true, collect: true)
    await clock.pass(.seconds(1), .seconds(1), in: store)
    #expect(part.state == ["a", "b"])
    #expect(await (actions.next(), actions.next()) == ("a", "b"))
  }

  @Test func `a store that ends takes what was collected with it`() async {
    weak var gone: Store<Log, Entry>?
    var task: StoreTask?
    do {
      let store = Store(Log(), writing(), clock: clock)
      task = store.send(.later("a", seconds: 1), .add("b"), serially: true, collect: true)
      gone = store
    }
    #expect(gone == nil && task?.isCancelled == true)
  }

  @Test func `ten thousand actions in order are no tower`() {
    store.send(contentsOf: (0..<10_000).map { .add("\($0)") }, serially: true)
    #expect(store.entries.count == 10_000)
  }
}
