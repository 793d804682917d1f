import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepUI

/// A table follows a collection: it is told of each change once, and its data source answers from what it was told.
@MainActor @Suite struct TableRowsTests {
  private let updater = Updater()
  private let items = Items(Item.items(5))

  @Test func `nothing is shown before a table follows`() {
    let rows = TableRows(items)
    let sections = TableSections(items.grouped { $0.group })
    #expect((rows.count, sections.count) == (0, 0))
    #expect((rows[id: 1], rows.row(of: 1)) == (nil, nil))
  }

  @Test func `a row that is asked for before that stops the program, which says why`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = TableRows(StoredCollection(["a"], id: { $0 }))[0]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!isDebug || text.contains("call `updater.follow(rows, in: table)` first"))
  }

  @Test func `the first call reloads, and each change after it is one batch`() {
    let rows = TableRows(items)
    let table = FakeTable(rows)
    updater.follow(rows, in: table)
    #expect((table.reloads, table.shown) == (1, [Item.items(5)]))
    batch {
      items.remove(1)
      items.append(Item(id: 9))
    }
    items.update(2) { $0.cost = 7 }
    items.update(2) { $0.cost = 7 }
    #expect((table.reloads, table.take().count) == (1, 2))
    #expect(table.shown == [Array(items.value)])
    #expect(table.errors == [])
  }

  @Test func `rows answer by position and identity`() {
    let rows = TableRows(items)
    let table = FakeTable(rows)
    updater.follow(rows, in: table)
    items.move(4, to: 0)
    #expect((rows.count, rows[0].id, rows[id: 3]?.cost, rows.row(of: 3)) == (5, 4, 3, 4))
    #expect((rows[id: 8], rows.row(of: 8)) == (nil, nil))
  }

  @Test func `sections answer by position, and rows by index path`() {
    let sections = TableSections(items.grouped { $0.cost % 2 })
    let table = FakeTable(sections)
    updater.follow(sections, in: table)
    #expect((sections.count, sections[1].key, sections[[1, 1]].id) == (2, 1, 3))
    #expect(sections.path(of: 3, in: 1) == [1, 1])
    #expect((sections.path(of: 3, in: 0), sections.path(of: 3, in: 7)) == (nil, nil))
    items.remove(1)
    #expect(sections[1].elements.ids == [3])
    #expect(table.shown == sections.content)
    #expect(table.errors == [])
  }

  @Test func `until the batch begins the data source has the old rows`() {
    final class Asking: RowTable {
      let rows: TableRows<Int, Item>
      var counts: [Int] = []

      init(_ rows: TableRows<Int, Item>) { self.rows = rows }

      func reloadData() { counts.append(rows.count) }

      func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
        counts.append(rows.count)
        change()
        counts.append(rows.count)
      }
    }
    let rows = TableRows(items)
    let table = Asking(rows)
    updater.follow(rows, in: table)
    items.append(Item(id: 9))
    #expect(table.counts == [5, 5, 6])
  }

  @Test func `after a pause one batch leads from what is shown to what there is`() {
    let rows = TableRows(items)
    let table = FakeTable(rows)
    updater.follow(rows, in: table)
    updater.pause()
    items.remove(1)
    items.update(2) { $0.cost = 7 }
    items.insert(Item(id: 9), at: 0)
    items.append(Item(id: 10))
    items.remove(10)
    #expect((rows.count, table.take()) == (5, []))
    updater.unpause()
    #expect(table.take().count == 1)
    #expect(table.shown == [Array(items.value)])
    #expect(table.errors == [])
  }

  @Test func `a table that follows during a pause shows what there is, and changes at its end`() {
    let rows = TableRows(items)
    let table = FakeTable(rows)
    updater.pause()
    updater.follow(rows, in: table)
    items.remove(1)
    #expect((rows.count, table.reloads, table.take()) == (5, 1, []))
    updater.unpause()
    #expect((table.reloads, table.take().count, table.shown) == (1, 1, [Array(items.value)]))
  }

  @Test func `a change that a table makes during a batch is the next batch`() {
    final class Writing: RowTable {
      let items: Items
      let rows: TableRows<Int, Item>
      var log: [String] = []

      init(_ items: Items) { (self.items, rows) = (items, TableRows(items)) }

      func reloadData() { log.append("\(rows.count)") }

      func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
        log.append("begins")
        change()
        if rows.count < 7 { items.append(Item(id: 100 + rows.count)) }
        log.append("\(rows.count) \(update.insertedRows)")
      }
    }
    let table = Writing(items)
    updater.follow(table.rows, in: table)
    items.append(Item(id: 50))
    #expect(table.log == ["5", "begins", "6 [[0, 5]]", "begins", "7 [[0, 6]]"])
  }

  @Test func `a batch that comes to nothing, and an undone transaction, are no update`() {
    struct Refused: Error {}
    let rows = TableRows(items)
    let table = FakeTable(rows)
    updater.follow(rows, in: table)
    batch {
      items.remove(4)
      items.append(Item.items(5)[4])
    }
    #expect(throws: Refused.self) {
      try transaction {
        items.removeAll()
        throw Refused()
      }
    }
    #expect((table.take(), rows.count) == ([], 5))
  }

  @Test func `what the table reads is not followed`() {
    final class Reading: RowTable {
      let other = StoredProperty(1)
      var calls = 0

      func reloadData() { calls += other.value }

      func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
        change()
        calls += other.value
      }
    }
    let table = Reading()
    let rows = TableRows(items)
    updater.follow(rows, in: table)
    items.remove(1)
    table.other.value = 100
    #expect(table.calls == 2)
  }

  @Test func `a table is held weakly, and ends it`() {
    weak var gone: FakeTable?
    let rows = TableRows(items)
    let token: EffectToken
    do {
      let table = FakeTable(rows)
      gone = table
      token = updater.follow(rows, in: table)
    }
    #expect(gone == nil)
    items.remove(1)
    #expect(token.isCancelled)
  }

  @Test func `another table takes the place of the one before`() {
    let rows = TableRows(items)
    let (first, second) = (FakeTable(rows), FakeTable(rows))
    let token = updater.follow(rows, in: first)
    items.remove(1)
    updater.follow(rows, in: second)
    items.remove(2)
    #expect((first.take().count, second.reloads, second.take().count) == (1, 1, 1))
    #expect(token.isCancelled)
    #expect(second.shown == [Array(items.value)])
    #expect(second.errors == [])
  }

  @Test func `it ends with its updater, and with its token`() {
    let rows = TableRows(items)
    let table = FakeTable(rows)
    do {
      let updater = Updater()
      updater.follow(rows, in: table)
    }
    items.remove(1)
    let token = updater.follow(rows, in: table)
    token.cancel()
    items.remove(2)
    #expect((table.take(), rows.count) == ([], 4))
  }

  @Test func `the rows keep the collection, and nothing keeps them when all have gone`() {
    weak var gone: Items?
    weak var goneRows: TableRows<Int, Item>?
    do {
      let items = Items([])
      let rows = TableRows(items)
      let table = FakeTable(rows)
      (gone, goneRows) = (items, rows)
      let updater = Updater()
      updater.follow(rows, in: table)
      items.append(Item(id: 1))
      table.source = nil
    }
    #expect(gone == nil)
    #expect(goneRows == nil)
  }
}

extension TableSections<Int, Int, Item> {
  /// All rows, by sections.
  fileprivate var content: [[Item]] { (0..<count).map { Array(self[$0].elements) } }
}

private let isDebug: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
