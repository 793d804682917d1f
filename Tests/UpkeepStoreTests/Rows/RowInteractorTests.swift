import Differential
import Testing
import Upkeep
import UpkeepCollections
import UpkeepStore

/// Reducers and interactors of each row of a list.
@MainActor struct RowInteractorTests {
  private let clock = ManualClock()

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
    await clock.pass(.seconds(1), in: store)
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
    await clock.pass(.seconds(1), in: store)
    #expect(list.contents(store).map(\.notes) == [["new"], [], []])
  }

  @Test(arguments: TaskList.allCases)
  func `the hooks of a row listen from when it comes until it goes`(_ list: TaskList) {
    var fired: [String] = []
    let store = Tasks.store(
      1, in: list,
      trace: Trace { if case .hookFired(_, let value) = $0 { fired.append("\(value)") } })
    let actions: [Tasks.Action] = [
      .row(1, .rename("one")), .set([2, 1]), .row(2, .rename("two")), .row(1, .rename("first")),
      .set([2]), .set([1, 2]), .row(1, .rename("new")),
    ]
    for action in actions { store.send(action) }
    #expect(fired == ["one", "two", "first", "new"])
    #expect(list.contents(store).map(\.notes) == [["is new"], ["is two"]])
  }

  @Test func `the hooks of rows that go at once end in the order in which they have begun`() async {
    let ended = Notes<Int>()
    func elements(for id: Int) -> AsyncStream<Int> {
      AsyncStream { element in
        element.onTermination = { _ in MainActor.assumeIsolated { ended.add(id) } }
      }
    }
    let listening = Acting<Tasks.Row, Tasks.RowAction>(hooks: { store in
      Hook("listens", elements(for: store.state.id)) { _ in }
    })
    let rows = listening.scoped(toEach: \Tasks.rows, id: \.id, action: Tasks.row)
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
    #expect(ended.all == [5, 3, 7, 1, 2, 8])
    await set(9, 8, 7, 6, 5)
    store = nil
    #expect(ended.all.dropFirst(6) == [9, 6, 8, 7, 5])
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
    await clock.pass(.seconds(1), in: store)
    #expect(store.lists.map { $0.tasks.rows.map(\.notes) } == [[["a"], []], []])
    #expect(second?.isPresent == true)
  }

  @Test func `the middleware of a row sees its row, and sends to that`() {
    let loud = Middleware<Tasks.Row, Tasks.RowAction>.flatMap { row, action in
      if case .rename(let title) = action { [.rename("\(row.id) \(title)")] } else { [action] }
    }
    let row = Tasks.rowInteractor.behind(loud)
    let store = Store(
      Tasks([1, 2]), row.scoped(toEach: \.rows, id: \.id, action: Tasks.row), clock: clock)
    store.send(.row(2, .rename("x")))
    store.send(.row(3, .rename("y")))
    #expect(store.rows.map(\.title) == ["", "2 x"])
  }
}

/// A row that is removed and later added again is a new row.
@MainActor struct ReplacedRowTests {

  private let clock = ManualClock()

  @Test(arguments: TaskList.allCases)
  func `a row removed and added again in one turn has lost its effects`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    let saving = store.send(.row(2, .save("late")))
    let other = store.send(.row(1, .save("other")))
    await store.settle()
    store.send(.remove(2), .add(2))
    #expect(saving.isCancelled && !other.isCancelled)
    batch { for action in [Tasks.Action.remove(1), .add(1)] { store.send(action) } }
    #expect(other.isCancelled)
  }

  @Test(arguments: TaskList.allCases)
  func `a row that one action removes and adds is the same row`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    let saving = store.send(.row(2, .save("late")))
    await store.settle()
    store.send(.renew(2))
    #expect(!saving.isCancelled)
    await clock.pass(.seconds(1), in: store)
    #expect(saving.isFinished && !saving.isCancelled)
  }

  @Test(arguments: TaskList.allCases)
  func `an undone transaction keeps a row that it has removed and added`(_ list: TaskList) {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    let saving = store.send(.row(2, .save("late")))
    undone {
      store.send(.remove(2))
      store.send(.add(2), .row(2, .save("undone")))
      store.send(.remove(2))
    }
    #expect(!saving.isCancelled && store.runningEffects.count == 1)
    store.send(.remove(2), .add(2))
    #expect(saving.isCancelled)
  }

  @Test(arguments: TaskList.allCases)
  func `hooks of rows end with their rows, and begin in the order of new rows`(_ list: TaskList) {
    var fired: [String] = []
    let store = Tasks.store(
      1, 2, in: list,
      trace: Trace { if case .hookFired(_, let value) = $0 { fired.append("\(value)") } })
    // The old hook has not fired for the title when its row is removed.
    store.send(.row(2, .rename("old")), .remove(2), .add(2), .row(2, .rename("new")))
    #expect(fired == [])
    store.send(.row(2, .rename("newer")))
    #expect(fired == ["newer"])
    // Rows that are added in rolled back transactions do not hide rows that are added later.
    for id in 3..<50 { undone { store.send(.remove(1), .add(id)) } }
    fired = []
    store.send(.add(5), .add(4), .add(3), .move(3, to: 0), .remove(5))
    #expect(list.contents(store).map(\.id) == [3, 1, 2, 4])
    batch { for id in [4, 2, 1, 3] { store.send(.row(id, .rename("\(id)"))) } }
    // The hook of row 1 began first, and then the hook of the new row 2.
    #expect(fired == ["1", "2", "3", "4"])
    // Rows that are moved later keep the order of their hooks.
    fired = []
    store.send(.move(1, to: 3))
    batch { for id in [3, 2, 4, 1] { store.send(.row(id, .rename("\(id)!"))) } }
    #expect(fired == ["1!", "2!", "3!", "4!"])
  }

  // MARK: - Growth

  private typealias Rows = KeyedArray<Int, Tasks.Row>

  /// Rows of a keyed array, each with an effect that waits.
  private static func growing(_ count: Int) -> Store<Rows, Tasks.Action> {
    // The rows have no hook, for that would add a check to every change.
    let saving = Acting(Tasks.renaming) { _, store in
      try await store.sleep(for: .seconds(1))
    } policies: { action in
      if case .save = action { .concurrent } else { .never }
    }
    let editing = Reducer<Rows, Tasks.Action> { rows, action in
      switch action {
      case .remove(let id): rows.remove(id: id)
      case .add(let id): rows.append(Tasks.Row(id: id))
      case .renew(let id): rows[id: id] = Tasks.Row(id: id)
      case .move(let id, let index): rows.move(id: id, to: index)
      case .set, .row: break
      }
    }
    let store = Store(
      KeyedArray((0..<count).map { Tasks.Row(id: $0) }),
      AnyInteractor(combining: editing, saving.scoped(toEach: \.self, action: Tasks.row)),
      changes: .always, clock: ManualClock())
    for id in 0..<count { store.send(.row(id, .save("it"))) }
    return store
  }

  enum Work: CaseIterable {
    case removing
    case adding
    case replacing
    case editing
    case moving
    case undoing
  }

  @Test(arguments: Work.allCases)
  func `law 13: editing rows of a keyed array with effects, one by one, is linear`(_ work: Work) {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(work == .adding ? 0 : count)
      for id in 0..<count {
        switch work {
        case .removing: store.send(.remove(id))
        case .adding: store.send(.add(id), .row(id, .save("it")))
        case .replacing: store.send(.remove(id), .add(id))
        case .editing: store.send(.row(id, .rename("new")))
        case .moving: store.send(.move(id, to: 0), .renew(id))
        case .undoing: undone { store.send(.remove(id), .add(count + id)) }
        }
      }
      let isEmpty = work == .removing || work == .replacing
      precondition(store.runningEffects.count == (isEmpty ? 0 : count))
      precondition(work != .editing || store.state.allSatisfy { $0.title == "new" })
    }
  }
}
