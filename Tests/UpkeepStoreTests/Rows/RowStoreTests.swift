import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Stores of rows, and of the element at an index.
@MainActor struct RowStoreTests {
  @Test func `a store of a row follows that row wherever it stands, and says when it has gone`() {
    let store = Tasks.store(1, 2, 3)
    let rows = store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }
    guard let row = rows.scope(row: 2) else {
      Issue.record("there is a row 2")
      return
    }
    let titles = Seen { row.title }
    let isPresent = Seen { row.isPresent }
    row.send(.rename("two"))
    store.send(.set([3, 2]))
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

  @Test(arguments: [true, false])
  func `of rows that come to be called the same the first one is shown and written`(
    isLookedAt: Bool
  ) {
    let store = Tasks.store(1, 2)
    let rows = store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }
    guard let row = rows.scope(row: 2) else {
      Issue.record("there is a row 2")
      return
    }
    store.send(.set([2, 2]))
    if isLookedAt { #expect(row.title == "") }
    row.bound(\.title).value = "bound"
    #expect(row.title == "bound")
    #expect(store.rows.map(\.title) == ["bound", ""])
  }

  @Test func `what follows which rows there are runs when they come, go or move, and not else`() {
    let store = Tasks.store(1, 2)
    let rows = store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }
    let ids = Seen { rows.ids }
    store.send(.row(1, .rename("one")))
    store.send(.set([1, 2]))
    store.send(.set([2, 1]))
    store.send(.set([2]))
    #expect(ids.values == [[1, 2], [2, 1], [2]])
  }

  @Test func `all rows are gone through, and what goes meanwhile is passed over`() {
    let store = Tasks.store(1, 2, 3)
    for row in store.scope(toEach: \.rows, id: \.id, action: { .row($0, $1) }) {
      row.send(.rename("row \(row.id)"))
      store.send(.set([1, 3]))
    }
    #expect(store.rows.map(\.title) == ["row 1", "row 3"])
  }

  @Test func `a store of a row writes its row, tells of its actions, and can be narrowed further`()
    async
  {
    let store = Tasks.store(1, 2)
    let row = store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }.scope(row: 2)
    var actions = row?.actions.makeAsyncIterator()
    row?.bound(\.title).value = "two"
    let title = row?.scope(\.title)
    title?.send(.rename("three"))
    #expect(store.rows.map(\.title) == ["", "three"])
    #expect(title?.state == "three")
    #expect(await actions?.next() == .rename("three"))
    store.send(.set([]))
    #expect(title?.isPresent == false)
    #expect(title?.state == "three")
  }

  @Test func `of rows that are called the same the first one counts`() {
    let store = Tasks.store(1, 2, 2)
    let row = store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }.scope(row: 2)
    row?.send(.rename("two"))
    #expect(row?.title == "two")
    #expect(store.rows.map(\.title) == ["", "two", ""])
  }

  @Test func `stores of optional fields and of cases say when what they show has gone`() {
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
    store.send(nil)
    store.send(2)
    #expect(seen.values == [[true, true, true], [true, false, false], [true, true, true]])
    #expect(child?.state == 2)
  }

  @Test func `a store of what is at an index shows what was there last when the end comes nearer`()
  {
    let store = Tasks.store(1, 2)
    let row = store.scope(\.rows[1]) { .row(2, $0) }
    let title = store.scope(\.rows[1].title)
    let seen = Seen { (row.isPresent ? "" : "gone: ") + row.title }
    row.send(.rename("two"))
    store.send(.set([1]))
    #expect(seen.values == ["", "two", "gone: two"])
    #expect(!title.isPresent)
    row.bound(\.title).value = "nothing"
    row.send(.rename("nothing"))
    #expect(store.rows == [Tasks.Row(id: 1)])
    store.send(.set([1, 3]))
    #expect(seen.values.last == "")
    row.bound(\.title).value = "three"
    #expect(store.rows.last?.title == "three")
  }

  @Test
  func `a bound value at an index shows what was there last, and writes nothing where nothing is`()
  {
    let store = Tasks.store(1, 2)
    let title = store.bound(\.rows[1].title)
    title.value = "two"
    #expect(store.rows.last?.title == "two")
    #expect(title.value == "two")
    store.send(.set([1]))
    #expect(title.value == "two")
    title.value = "nothing"
    #expect(store.rows == [Tasks.Row(id: 1)])
  }

  @Test func `an index inside what is at an index is looked after, too`() {
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

  @Test
  func `to narrow a store to an index at which nothing is stops the program, and says what to do`()
    async throws
  {
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
