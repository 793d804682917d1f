import Testing
import Upkeep
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
    #expect(titles.values == ["", "two"])
    #expect(isPresent.values == [true])
    store.send(.set([3]))
    #expect(isPresent.values == [true, false])
    #expect(row.title == "two")
    row.send(.rename("gone"))
    row.bound(\.title).value = "gone"
    #expect(list.contents(store).map(\.title) == ["three"])
    store.send(.set([2, 3]))
    #expect(isPresent.values == [true, false, true])
    #expect(titles.values == ["", "two", ""])
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
    store.send(.row(1, .rename("one")))
    store.send(.set([1, 2]))
    store.send(.move(2, to: 0))
    store.send(.set([2]))
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
    #expect(!title.isPresent)
    #expect(title.state == "three")
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
    #expect(!title.isPresent)
    #expect(bound.value == "two!")
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
    #expect(number.state == 3)
    #expect(!number.isPresent)
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
