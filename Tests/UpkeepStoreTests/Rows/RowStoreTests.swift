import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

/// Stores of rows, of parts that may be missing, and of the element at an index.
@MainActor struct RowStoreTests {
  @Test(arguments: TaskList.allCases)
  func `a store of a row follows the row anywhere, and tells its removal`(_ list: TaskList) throws {
    let store = Tasks.store(1, 2, 3, in: list)
    let rows = list.rows(of: store)
    let row = try #require(rows.scope(row: 2))
    let titles = Seen { row.title }
    let isPresent = Seen { row.isPresent }
    row.send(.rename("two"))
    store.send(.set([3, 2]))
    store.send(.move(2, to: 0))
    store.send(.row(3, .rename("three")))
    #expect((titles.values, isPresent.values) == (["", "two"], [true]))
    store.send(.set([3]))
    #expect((isPresent.values, row.title) == ([true, false], "two"))
    row.send(.rename("gone"))
    row.bound(\.title).value = "gone"
    #expect(list.contents(store).map(\.title) == ["three"])
    store.send(.set([2, 3]))
    #expect((isPresent.values, titles.values) == ([true, false, true], ["", "two", ""]))
    #expect(rows.scope(row: 4) == nil)
  }

  @Test(arguments: [true, false])
  func `of rows with equal identities the first is shown`(isLookedAt: Bool) throws {
    let store = Tasks.store(1, 2)
    let rows = TaskList.array.rows(of: store)
    let row = try #require(rows.scope(row: 2))
    store.send(.set([2, 2]))
    if isLookedAt { #expect(row.title == "") }
    row.bound(\.title).value = "bound"
    #expect(row.title == "bound")
    rows.scope(row: 2)?.send(.rename("\(row.title), sent"))
    #expect(store.rows.map(\.title) == ["bound, sent", ""])
  }

  @Test(arguments: TaskList.allCases)
  func `an observer of the rows' identities runs when rows are added, removed or moved`(
    _ list: TaskList
  ) {
    let store = Tasks.store(1, 2, in: list)
    let rows = list.rows(of: store)
    let ids = Seen { rows.ids }
    let actions = [Tasks.Action.row(1, .rename("one")), .set([1, 2]), .move(2, to: 0), .set([2])]
    for action in actions { store.send(action) }
    #expect(ids.values == [[1, 2], [2, 1], [2]])
  }

  @Test(arguments: TaskList.allCases)
  func `a loop visits all rows, except rows that are removed meanwhile`(_ list: TaskList) {
    let store = Tasks.store(1, 2, 3, in: list)
    for row in list.rows(of: store) {
      row.send(.rename("row \(row.id)"))
      store.send(.set([1, 3]))
    }
    #expect(list.contents(store).map(\.title) == ["row 1", "row 3"])
  }

  @Test(arguments: TaskList.allCases)
  func `a store of a row writes, tells of its actions, is narrowed`(_ list: TaskList) async throws {
    let store = Tasks.store(1, 2, in: list)
    let row = try #require(list.rows(of: store).scope(row: 2))
    var actions = row.actions.makeAsyncIterator()
    row.bound(\.title).value = "two"
    let title = row.scope(\.title)
    title.send(.rename("three"))
    #expect(list.contents(store).map(\.title) == ["", "three"])
    #expect(title.state == "three")
    #expect(await actions.next() == .rename("three"))
    store.send(.set([]))
    #expect(!title.isPresent && title.state == "three")
  }

  @Test func `stores of optional fields and of cases tell when their part is missing`() {
    struct Whole: Equatable {
      var child: Int? = 1
      var part: Part { child.map { .full($0) } ?? .empty }
    }
    enum Part: Equatable {
      case empty
      case full(Int)
    }
    let full = Case<Part, Int>({ .full($0) }) {
      if case .full(let number) = $0 { number } else { nil }
    }
    let store = Store(Whole(), Reducer<Whole, Int?> { $0.child = $1 })
    let child = store.scope(\.child, case: .some) { $0 }
    let part = store.scope(\.part, case: full) { $0 }
    let seen = Seen { [store.isPresent, child?.isPresent, part?.isPresent] }
    child?.bound(\.self).value = 5
    #expect(store.child == 5)
    store.send(nil)
    #expect(store.scope(\.child, case: .some) { $0 } == nil)
    child?.bound(\.self).value = 6
    #expect(store.child == nil)
    store.send(2)
    #expect(seen.values == [[true, true, true], [true, false, false], [true, true, true]])
    #expect(child?.state == 2)
  }

  @Test func `a store of an element keeps the last element when the list becomes shorter`() {
    let store = Tasks.store(1, 2)
    let row = store.scope(\.rows[1]) { .row(2, $0) }
    let (title, bound) = (store.scope(\.rows[1].title), store.bound(\.rows[1].title))
    let seen = Seen { (row.isPresent ? "" : "gone: ") + row.title }
    row.send(.rename("two"))
    bound.value += "!"
    #expect(bound.value == "two!")
    store.send(.set([1]))
    #expect(seen.values == ["", "two", "two!", "gone: two!"])
    #expect(!title.isPresent && bound.value == "two!")
    row.bound(\.title).value = "nothing"
    bound.value = "nothing"
    row.send(.rename("nothing"))
    #expect(store.rows == [Tasks.Row(id: 1)])
    store.send(.set([1, 3]))
    #expect(seen.values.last == "")
    row.bound(\.title).value = "three"
    #expect(store.rows.last?.title == "three")
  }

  @Test func `a store of an element of an element keeps the last element, too`() {
    let store = Store([[1], [2, 3]], Reducer<[[Int]], [[Int]]> { $0 = $1 })
    let number = store.scope(\.[1][1])
    #expect(number.state == 3)
    store.send([[1], [2]])
    #expect(number.state == 3 && !number.isPresent)
    store.send([])
    store.send([[], [4, 5]])
    #expect(number.state == 5)
  }

  @Test func `a store narrowed to a missing index stops the program, with advice`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = Store([1], Reducer<[Int], Int> { $0.append($1) }, name: "numbers")
      _ = store.scope(\.[1])
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("numbers was narrowed to"))
    #expect(text.contains("scope(toEach:id:action:)"))
  }
}

/// Promises of row stores that hold for a keyed array, and not for an array.
@MainActor struct KeyedRowStoreTests {
  @Test func `the identities are one array, made anew when rows have come, gone or moved`() {
    let store = Tasks.store(0, 1, 2, 3, 4, in: .keyed)
    let rows = TaskList.keyed.rows(of: store)
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

  @Test func `rows with a key of their own have stores, too`() throws {
    struct Whole: Equatable { var words = KeyedArray(["tea", "milk"]) { $0.count } }
    let store = Store(Whole(), Reducer<Whole, String> { $0.words[id: $1.count] = $1 })
    let word = try #require(store.scope(toEach: \.words) { $1 }.scope(row: 3))
    let seen = Seen { word.state }
    word.send("rye")
    store.send("salt")
    word.bound(\.self).value = "nut"
    #expect((seen.values, Array(store.words)) == (["tea", "rye", "nut"], ["nut", "salt"]))
  }

  @Test func `a row that is given another identity is reported, and stays as it is`() throws {
    let store = Tasks.store(1, 2, in: .keyed)
    let row = try #require(TaskList.keyed.rows(of: store).scope(row: 2))
    #expect(misuses { row.bound(\.id).value = 7 }.count == 1)
    #expect((store.keyed.ids, row.id) == ([1, 2], 2))
  }

  @Test func `an edit of one row wakes its followers, and compares no other row`() {
    struct Compared: Identifiable, Equatable {
      // SAFETY: used on the main actor alone.
      static nonisolated(unsafe) var calls = 0
      let id: Int
      var title = ""

      static func == (one: Compared, other: Compared) -> Bool {
        calls += 1
        return one.id == other.id && one.title == other.title
      }
    }
    struct Whole: Equatable { var rows = KeyedArray((0..<500).map { Compared(id: $0) }) }
    let store = Store(
      Whole(), Reducer<Whole, (Int, String)> { $0.rows[id: $1.0]?.title = $1.1 })
    let rows = store.scope(toEach: \.rows) { (id: Int, title: String) in (id, title) }
    let followed = rows.map { row in Seen { row.title } }
    let ids = Seen { rows.ids.count }
    Compared.calls = 0
    rows.scope(row: 7)?.send("seven")
    #expect(Compared.calls < 12)
    #expect(followed.map(\.values.count).reduce(0, +) == 501)
    #expect((followed[7].values, ids.values) == (["", "seven"], [500]))
  }
}

/// Fields of a state that are keyed arrays.
@MainActor struct StoreCollectionTests {
  private let store: Store<Tasks, Tasks.Action>

  init() {
    let renaming = Reducer<Tasks, Tasks.Action> { tasks, action in
      if case .row(let id, .rename(let title)) = action { tasks.keyed[id: id]?.title = title }
    }
    store = Store(Tasks(Array(0..<1_000)), Reducer(Tasks.editing, renaming))
  }

  @Test func `a collection derived of a field follows a reducer's edits, element by element`() {
    var calls = 0
    let titles = store.property(\.keyed).filter {
      calls += 1
      return !$0.title.isEmpty
    }
    let updater = Updater()
    var seen: [[String]] = []
    updater.follow(titles) { seen.append($0.new.map(\.title)) }
    #expect(calls == 1_000 && seen == [[]])
    store.send(.row(5, .rename("five")))
    store.bound(\.rows).value = []
    let actions: [Tasks.Action] = [.row(5, .rename("five")), .row(3, .rename("three")), .remove(5)]
    for action in actions { store.send(action) }
    #expect(calls == 1_002)
    #expect(seen == [[], ["five"], ["three", "five"], ["three"]])
  }

  @Test func `an element of a field wakes only its own followers`() {
    let second = store.property(\.keyed).element(2)
    let titles = Seen { second.value?.title ?? "gone" }
    let actions: [Tasks.Action] = [.row(1, .rename("one")), .row(2, .rename("two")), .remove(2)]
    for action in actions { store.send(action) }
    #expect(titles.values == ["", "two", "gone"])
  }
}
