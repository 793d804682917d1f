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
  /// Waits; the next `latest` supersedes it.
  case latest(String)
}

private let appending = Reducer<Log, Entry> { log, entry in
  if case .add(let text) = entry { log.entries.append(text) }
}

@MainActor private func writing() -> Acting<Log, Entry> {
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
    case .latest(let text):
      try await store.sleep(for: .seconds(1))
      store.send(.add(text))
    }
  } policies: {
    switch $0 {
    case .add: .never
    case .latest: .latest("latest")
    default: .concurrent
    }
  }
}

/// `dispatch(serially:collect:)` with effects that send actions.
@MainActor @Suite struct RecombineDispatchTests {
  private let clock = ManualClock()
  private let store: Store<Log, Entry>

  init() { store = Store(Log(), writing(), clock: clock) }

  private func wait(seconds: Int) async {
    for _ in 0..<seconds {
      await store.settle()
      clock.advance(by: .seconds(1))
    }
    await store.settle()
  }

  @Test func `Recombine, dispatch collected: all that effects send is one change, at the end`()
    async
  {
    let seen = Seen { store.entries }
    var actions = store.actions.makeAsyncIterator()
    let task = store.send(
      .add("a"), .later("b", seconds: 2), .first("c"), serially: false, collect: true)
    await wait(seconds: 1)
    #expect(seen.values == [[]])
    await wait(seconds: 1)
    #expect(task.isFinished)
    #expect(seen.values == [[], ["a", "c", "b"]])
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
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(met.last == .add("b") && met.count == 3)
    #expect(store.entries == ["a", "b"])
  }

  @Test func `an effect that another one supersedes is over, and the next action is sent`() async {
    let task = store.send(.latest("a"), .add("b"), serially: true)
    await store.settle()
    store.send(.latest("c"))
    #expect(store.entries == ["b"])
    await wait(seconds: 1)
    #expect(task.isFinished)
    #expect(store.entries == ["b", "c"])
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
    await wait(seconds: 2)
    #expect(tasks.map(\.isFinished) == [true, true])
    #expect(store.state == Log())
    transaction {
      tasks.append(store.send(.later("a", seconds: 1), .add("b"), serially: true, collect: true))
    }
    await wait(seconds: 1)
    #expect(store.entries == ["a", "b"])
  }

  @Test func `a store that accepts nothing refuses what was collected`() async {
    let refused = Notes<String>()
    store.trace = Trace { if case .refused(let action) = $0 { refused.add("\(action)") } }
    store.send(.add("a"), .later("b", seconds: 1), serially: false, collect: true)
    await store.settle()
    store.acceptsActions = false
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == Log())
    #expect(refused.all == ["add(\"b\")", "add(\"a\")", "later(\"b\", seconds: 1)"])
  }

  @Test func `a narrowed store dispatches serially, collected, and tells its watchers`() async {
    let part = store.scope(\.entries) { (text: String) in Entry.later(text, seconds: 1) }
    var actions = part.actions.makeAsyncIterator()
    part.send("a", "b", serially: true, collect: true)
    await wait(seconds: 2)
    #expect(part.state == ["a", "b"])
    #expect(await actions.next() == "a")
    #expect(await actions.next() == "b")
  }

  @Test func `a store that ends takes what was collected with it`() async {
    weak var gone: Store<Log, Entry>?
    var task: StoreTask?
    do {
      let store = Store(Log(), writing(), clock: clock)
      task = store.send(.later("a", seconds: 1), .add("b"), serially: true, collect: true)
      gone = store
    }
    #expect(gone == nil)
    #expect(task?.isCancelled == true)
  }

  @Test func `ten thousand actions in order are no tower`() {
    store.send(contentsOf: (0..<10_000).map { .add("\($0)") }, serially: true)
    #expect(store.entries.count == 10_000)
  }
}
