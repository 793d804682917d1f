import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Stores, reducers and interactors of the rows of a keyed array.
@MainActor struct KeyedRowStoreTests {
  private struct State: Equatable {
    var rows = KeyedArray<Int, Tasks.Row>()
    var words = KeyedArray<Int, String>()
  }

  private enum Action: Equatable {
    case set([Int])
    case move(Int, to: Int)
    case row(Int, Tasks.RowAction)
  }

  private static let row = Case<Action, (Int, Tasks.RowAction)>({ .row($0, $1) }) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }

  private let clock = ManualClock()

  private func store(_ ids: some Sequence<Int>) -> Store<State, Action> {
    let setting = Reducer<State, Action> { state, action in
      switch action {
      case .set(let ids):
        state.rows.replaceAll(with: ids.map { state.rows[id: $0] ?? Tasks.Row(id: $0) })
      case .move(let id, let index): state.rows.move(id: id, to: index)
      case .row: break
      }
    }
    return Store(
      State(rows: KeyedArray(ids.map { Tasks.Row(id: $0) })),
      AnyInteractor(
        combining: setting, Tasks.RowInteractor().scoped(toEach: \.rows, action: Self.row)),
      clock: clock)
  }

  private func advance(_ store: Store<State, Action>) async {
    await store.settle()
    clock.advance(by: .seconds(1))
    await store.settle()
  }

  @Test func `the identities are one array, made anew when rows have come, gone or moved`() {
    let store = store(0..<5)
    let rows = store.scope(toEach: \.rows) { Action.row($0, $1) }
    func address() -> UnsafePointer<Int>? { rows.ids.withUnsafeBufferPointer { $0.baseAddress } }
    let first = rows.ids
    #expect(first == Array(0..<5))
    let place = first.withUnsafeBufferPointer { $0.baseAddress }
    #expect(address() == place)
    store.send(.row(2, .rename("Tea")))
    #expect(address() == place)
    store.send(.move(4, to: 0))
    #expect(rows.ids == [4, 0, 1, 2, 3])
  }

  @Test func `a store of a row follows that row wherever it stands, and says when it has gone`()
    throws
  {
    let store = store(1...3)
    let rows = store.scope(toEach: \.rows) { .row($0, $1) }
    let row = try #require(rows.scope(row: 2))
    let titles = Seen { row.title }
    let isPresent = Seen { row.isPresent }
    row.send(.rename("two"))
    store.send(.set([3, 2]))
    store.send(.move(2, to: 0))
    store.send(.row(3, .rename("three")))
    #expect(titles.values == ["", "two"])
    #expect(isPresent.values == [true])
    store.send(.set([3]))
    #expect(isPresent.values == [true, false])
    #expect(row.title == "two")
    row.send(.rename("gone"))
    row.bound(\.title).value = "gone"
    #expect(store.rows.map(\.title) == ["three"])
    store.send(.set([2, 3]))
    #expect(isPresent.values == [true, false, true])
    #expect(titles.values == ["", "two", ""])
    #expect(rows.scope(row: 4) == nil)
  }

  @Test func `what follows which rows there are runs when they come, go or move, and not else`() {
    let store = store(1...2)
    let rows = store.scope(toEach: \.rows) { .row($0, $1) }
    let ids = Seen { rows.ids }
    store.send(.row(1, .rename("one")))
    store.send(.set([1, 2]))
    store.send(.move(2, to: 0))
    store.send(.set([2]))
    #expect(ids.values == [[1, 2], [2, 1], [2]])
  }

  @Test func `all rows are gone through, and what goes meanwhile is passed over`() {
    let store = store(1...3)
    for row in store.scope(toEach: \.rows, action: { .row($0, $1) }) {
      row.send(.rename("row \(row.id)"))
      store.send(.set([1, 3]))
    }
    #expect(store.rows.map(\.title) == ["row 1", "row 3"])
  }

  @Test func `a store of a row writes its row, tells of its actions, and can be narrowed further`()
    async throws
  {
    let store = store(1...2)
    let row = try #require(store.scope(toEach: \.rows, action: { .row($0, $1) }).scope(row: 2))
    var actions = row.actions.makeAsyncIterator()
    row.bound(\.title).value = "two"
    let title = row.scope(\.title)
    title.send(.rename("three"))
    #expect(store.rows.map(\.title) == ["", "three"])
    #expect(title.state == "three")
    #expect(await actions.next() == .rename("three"))
    store.send(.set([]))
    #expect(!title.isPresent)
    #expect(title.state == "three")
  }

  @Test func `rows with a key of their own have stores, too`() throws {
    let store = Store(
      State(words: KeyedArray(["tea", "milk"]) { $0.count }),
      Reducer<State, String> { $0.words[id: $1.count] = $1 })
    let word = try #require(store.scope(toEach: \.words) { $1 }.scope(row: 3))
    let seen = Seen { word.state }
    word.send("rye")
    store.send("salt")
    word.bound(\.self).value = "nut"
    #expect(seen.values == ["tea", "rye", "nut"])
    #expect(Array(store.words) == ["nut", "salt"])
  }

  @Test func `a row that is given another identity is reported, and stays as it is`() throws {
    let store = store(1...2)
    let row = try #require(store.scope(toEach: \.rows, action: { .row($0, $1) }).scope(row: 2))
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) { row.bound(\.id).value = 7 }
    #expect(mistakes.count == 1)
    #expect(store.rows.ids == [1, 2])
    #expect(row.id == 2)
  }

  @Test func `an edit of one row of many wakes those who follow it, and compares no other`() {
    struct Compared: Identifiable, Equatable {
      static nonisolated(unsafe) var calls = 0
      let id: Int
      var title = ""

      static func == (one: Compared, other: Compared) -> Bool {
        calls += 1
        return one.id == other.id && one.title == other.title
      }
    }
    struct Whole: Equatable {
      var rows = KeyedArray((0..<500).map { Compared(id: $0) })
    }
    let store = Store(
      Whole(), Reducer<Whole, (Int, String)> { $0.rows[id: $1.0]?.title = $1.1 })
    let rows = store.scope(toEach: \.rows) { (id: Int, title: String) in (id, title) }
    let followed = rows.map { row in Seen { row.title } }
    let ids = Seen { rows.ids.count }
    Compared.calls = 0
    rows.scope(row: 7)?.send("seven")
    #expect(Compared.calls < 12)
    #expect(followed.map(\.values.count).reduce(0, +) == 501)
    #expect(followed[7].values == ["", "seven"])
    #expect(ids.values == [500])
  }

  @Test func `the effects of a row are cancelled when it goes, and are not for the next one`() async
  {
    let store = store(1...2)
    store.send(.row(1, .save("one")))
    store.send(.row(2, .save("two")))
    await store.settle()
    store.send(.set([2, 3]))
    #expect(store.runningActions as? [Action] == [.row(2, .save("two"))])
    store.send(.set([1, 2]))
    await advance(store)
    #expect(store.rows.map(\.notes) == [[], ["two"]])
  }

  @Test func `a row that moves keeps its effects, and each has identities of its own`() async {
    let store = store(1...3)
    for row in 1...3 {
      store.send(.row(row, .save("old")))
      store.send(.row(row, .save("new")))
    }
    await store.settle()
    store.send(.move(1, to: 2))
    store.send(.row(2, .stop))
    await advance(store)
    #expect(store.rows.map(\.notes) == [[], ["new"], ["new"]])
  }

  @Test func `hooks of a row begin and end with it`() {
    let store = store([1])
    store.send(.set([1, 2]))
    store.send(.row(2, .rename("two")))
    store.send(.set([1]))
    store.send(.set([2, 1]))
    store.send(.row(1, .rename("one")))
    #expect(store.rows.map(\.notes) == [[], ["is one"]])
    store.send(.row(2, .rename("new")))
    #expect(store.rows.map(\.notes) == [["is new"], ["is one"]])
  }
}
