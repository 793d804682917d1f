import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

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
    #expect(seen.values == ["tea", "rye", "nut"])
    #expect(Array(store.words) == ["nut", "salt"])
  }

  @Test func `a row that is given another identity is reported, and stays as it is`() throws {
    let store = Tasks.store(1, 2, in: .keyed)
    let row = try #require(TaskList.keyed.rows(of: store).scope(row: 2))
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) { row.bound(\.id).value = 7 }
    #expect(mistakes.count == 1)
    #expect(store.keyed.ids == [1, 2])
    #expect(row.id == 2)
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
}

/// Fields of a state that are keyed arrays.
@MainActor struct StoreCollectionTests {
  private struct State: Equatable {
    var rows = KeyedArray((0..<1_000).map { Tasks.Row(id: $0) })
    var note = ""
  }

  private enum Action {
    case rename(Int, String)
    case remove(Int)
    case note(String)
  }

  private func store() -> Store<State, Action> {
    Store(
      state: State(),
      reducer: Reducer { state, action in
        switch action {
        case .rename(let id, let title): state.rows[id: id]?.title = title
        case .remove(let id): state.rows.remove(id: id)
        case .note(let text): state.note = text
        }
      })
  }

  @Test func `a collection derived of a field follows a reducer's edits, element by element`() {
    let store = store()
    var calls = 0
    let titles = store.property(\.rows).filter {
      calls += 1
      return !$0.title.isEmpty
    }
    let updater = Updater()
    var seen: [[String]] = []
    updater.follow(titles) { seen.append($0.new.map(\.title)) }
    #expect(calls == 1_000 && seen == [[]])
    store.send(.rename(5, "five"))
    store.send(.note("of nothing to do with rows"))
    store.send(.rename(5, "five"))
    store.send(.rename(3, "three"))
    store.send(.remove(5))
    #expect(calls == 1_002)
    #expect(seen == [[], ["five"], ["three", "five"], ["three"]])
  }

  @Test func `an element of a field wakes only its own followers`() {
    let store = store()
    let second = store.property(\.rows).element(2)
    let titles = Seen { second.value?.title ?? "gone" }
    store.send(.rename(1, "one"))
    store.send(.rename(2, "two"))
    store.send(.remove(2))
    #expect(titles.values == ["", "two", "gone"])
  }
}
