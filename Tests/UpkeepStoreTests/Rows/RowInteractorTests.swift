import Testing
import Upkeep
import UpkeepStore

/// Reducers and interactors of each row of a list.
@MainActor struct RowInteractorTests {
  private let clock = ManualClock()

  private func advance(_ store: Store<Tasks, Tasks.Action>) async {
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
  }

  @Test func `a reducer of each row changes the row that an action asks`() {
    let rename = Reducer<Tasks.Row, String> { row, title in row.title = title }
    let same = Case<(Int, String), (Int, String)>({ $0 }) { $0 }
    let reducer = rename.scoped(toEach: \Tasks.rows, id: \.id, action: same)
    var tasks = Tasks([1, 2])
    for action in [(2, "two"), (3, "three")] { reducer.reduce(&tasks, action) }
    #expect(tasks.rows.map(\.title) == ["", "two"])
  }

  @Test(arguments: TaskList.allCases)
  func `the effects of a row are cancelled when it goes, for good`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    store.send(.row(1, .save("one")))
    store.send(.row(2, .save("two")))
    await store.settle()
    store.send(.set([2, 3]))
    #expect(store.runningEffects.map(\.action) as? [Tasks.Action] == [.row(2, .save("two"))])
    store.send(.set([1, 2]))
    await advance(store)
    #expect(list.contents(store).map(\.notes) == [[], ["two"]])
  }

  @Test(arguments: TaskList.allCases)
  func `a row that moves keeps its effects, each with its identities`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, 3, in: list, clock: clock)
    for row in 1...3 {
      store.send(.row(row, .save("old")))
      store.send(.row(row, .save("new")))
    }
    await store.settle()
    store.send(.move(3, to: 0))
    store.send(.row(1, .stop))
    await store.settle()
    store.cancel(id: "save")
    list.rows(of: store).scope(row: 2)?.cancel(id: "save")
    await advance(store)
    #expect(list.contents(store).map(\.notes) == [["new"], [], []])
  }

  @Test(arguments: TaskList.allCases)
  func `the hooks of a row listen from when it comes until it goes`(_ list: TaskList) {
    var fired: [String] = []
    let store = Tasks.store(
      1, in: list,
      trace: Trace { if case .hookFired(_, let value) = $0 { fired.append("\(value)") } })
    store.send(.row(1, .rename("one")))
    store.send(.set([2, 1]))
    store.send(.row(2, .rename("two")))
    store.send(.row(1, .rename("first")))
    store.send(.set([2]))
    store.send(.set([1, 2]))
    store.send(.row(1, .rename("new")))
    #expect(fired == ["one", "two", "first", "new"])
    #expect(list.contents(store).map(\.notes) == [["is new"], ["is two"]])
  }

  @Test func `the hooks of rows that go at once end in the order in which they have begun`() async {
    struct Listener: Interactor {
      let log: Log

      func hooks(_ store: StoreContext<Tasks.Row, Tasks.RowAction>) -> [Hook] {
        let (elements, element) = AsyncStream<Int>.makeStream()
        element.onTermination = { [log, id = store.state.id] _ in
          MainActor.assumeIsolated { log.ended.append(id) }
        }
        return [Hook("listens", elements) { _ in }]
      }
    }
    @MainActor final class Log {
      var ended: [Int] = []
    }
    let log = Log()
    let rows = Listener(log: log).scoped(toEach: \Tasks.rows, id: \.id, action: Tasks.row)
    var store: Store<Tasks, Tasks.Action>? = Store(
      Tasks(), AnyInteractor(combining: Tasks.editing, rows))
    func set(_ ids: Int...) async {
      store?.send(.set(ids))
      // The hooks of the rows listen, each in a task of its own.
      for _ in 0..<50 { await Task.yield() }
    }
    await set(5, 3, 9, 7)
    await set(1, 2, 3, 5, 6, 7, 8, 9)
    await set(6, 9)
    #expect(log.ended == [5, 3, 7, 1, 2, 8])
    log.ended = []
    await set(9, 8, 7, 6, 5)
    store = nil
    #expect(log.ended == [9, 6, 8, 7, 5])
  }

  @Test func `rows with rows of their own own the effects of these, and end them`() async {
    struct Lists: Equatable {
      struct List: Equatable {
        var name: String
        var tasks: Tasks
      }
      var lists = [List(name: "a", tasks: Tasks([1, 2])), List(name: "b", tasks: Tasks([1]))]
    }
    let list = Case<(String, Tasks.Action), (String, Tasks.Action)>({ $0 }) { $0 }
    let tasks = AnyInteractor(combining: Tasks.editing, TaskList.array.interactor)
    let whole = tasks.scoped(to: \Lists.List.tasks, action: Case({ $0 }) { $0 })
      .scoped(toEach: \Lists.lists, id: \.name, action: list)
    let store = Store(Lists(), whole, clock: clock)
    for place in ["a", "b"] { store.send((place, .row(1, .save(place)))) }
    store.send(("a", .row(2, .save("second"))))
    await store.settle()
    #expect(store.runningEffects.count == 3)
    let second = store.scope(toEach: \.lists, id: \.name) { ($0, $1) }.scope(row: "a")?
      .scope(\.tasks).scope(toEach: \.rows, id: \.id) { Tasks.Action.row($0, $1) }.scope(row: 2)
    second?.cancel(id: "save")
    store.send(("b", .set([])))
    #expect(store.runningEffects.count == 1)
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.lists.map { $0.tasks.rows.map(\.notes) } == [[["a"], []], []])
    #expect(second?.isPresent == true)
  }

  @Test func `the middleware of a row sees its row, and sends to that`() {
    let loud = Middleware<Tasks.Row, Tasks.RowAction>.flatMap { row, action in
      if case .rename(let title) = action { [.rename("\(row.id) \(title)")] } else { [action] }
    }
    let row = Tasks.RowInteractor().behind(loud)
    let store = Store(
      Tasks([1, 2]), row.scoped(toEach: \.rows, id: \.id, action: Tasks.row), clock: clock)
    store.send(.row(2, .rename("x")))
    store.send(.row(3, .rename("y")))
    #expect(store.rows.map(\.title) == ["", "2 x"])
  }
}
