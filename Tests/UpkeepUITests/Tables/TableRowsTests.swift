import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepUI

/// A table that follows a collection.
///
/// The table receives each change once, and its data source answers from the changes that it has
/// received.
@MainActor @Suite struct TableRowsTests {
  /// A table whose reactions the test chooses.
  private final class ToldTable: RowTable {
    private let body: (TableUpdate?) -> Void
    private let end: (TableUpdate) -> Void

    /// Calls `body` at a reload and at the beginning of a batch, and `end` after the change.
    init(_ body: @escaping (TableUpdate?) -> Void, then end: @escaping (TableUpdate) -> Void) {
      (self.body, self.end) = (body, end)
    }

    func reloadData() { body(nil) }

    func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
      body(update)
      change()
      end(update)
    }
  }

  private let updater = Updater()
  private let items = Items(Item.items(5))
  private let rows: TableRows<Int, Item>
  private let table: FakeTable

  init() {
    rows = TableRows(items)
    table = FakeTable(rows)
  }

  /// Expects that a table shows the collection and has made no mistake.
  private func expectShown(_ table: FakeTable, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(table.shown == [Array(items.value)], sourceLocation: sourceLocation)
    #expect(table.errors == [], sourceLocation: sourceLocation)
  }

  @Test func `rows are empty before a table follows`() {
    let sections = TableSections(items.grouped { $0.group })
    #expect((rows.count, sections.count) == (0, 0))
    #expect((rows[id: 1], rows.row(of: 1)) == (nil, nil))
  }

  @Test func `a row read before a table follows stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = TableRows(StoredCollection(["a"], id: { $0 }))[0]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!isDebug || text.contains("call `updater.follow(rows, in: table)` first"))
  }

  @Test func `the first call reloads, and each change after it is one batch`() {
    updater.follow(rows, in: table)
    #expect((table.reloads, table.shown) == (1, [Item.items(5)]))
    batch {
      items.remove(1)
      items.append(Item(id: 9))
    }
    items.update(2) { $0.cost = 7 }
    items.update(2) { $0.cost = 7 }
    batch {
      items.remove(4)
      items.insert(Item.items(5)[4], at: 3)
    }
    #expect((table.reloads, table.take().count) == (1, 2))
    expectShown(table)
  }

  @Test func `rows answer by position and identity`() {
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
    let content = (0..<sections.count).map { Array(sections[$0].elements) }
    #expect((table.shown, table.errors) == (content, []))
  }

  @Test func `the data source has the old rows until the batch begins`() {
    var counts: [Int] = []
    let note = { [rows] in counts.append(rows.count) }
    let table = ToldTable({ _ in note() }, then: { _ in note() })
    updater.follow(rows, in: table)
    items.append(Item(id: 9))
    #expect(counts == [5, 5, 6])
    withExtendedLifetime(table) {}
  }

  @Test func `a change that a table makes during a batch is the next batch`() {
    var log: [String] = []
    let table = ToldTable({ [rows] in log.append($0 == nil ? "\(rows.count)" : "begins") }) {
      [rows, items] update in
      if rows.count < 7 { items.append(Item(id: 100 + rows.count)) }
      log.append("\(rows.count) \(update.insertedRows)")
    }
    updater.follow(rows, in: table)
    items.append(Item(id: 50))
    #expect(log == ["5", "begins", "6 [[0, 5]]", "begins", "7 [[0, 6]]"])
    withExtendedLifetime(table) {}
  }

  @Test func `a property that the table reads is not followed`() {
    let other = StoredProperty(1)
    var calls = 0
    let table = ToldTable({ _ in calls += other.value }, then: { _ in calls += other.value })
    updater.follow(rows, in: table)
    items.remove(1)
    other.value = 100
    #expect(calls == 3)
    withExtendedLifetime(table) {}
  }

  @Test func `a single batch after a pause leads from the shown rows to the present ones`() {
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
    expectShown(table)
  }

  @Test func `a table that follows in a pause shows the present rows, and updates at its end`() {
    updater.pause()
    updater.follow(rows, in: table)
    items.remove(1)
    #expect((rows.count, table.reloads, table.take()) == (5, 1, []))
    updater.unpause()
    #expect((table.reloads, table.take().count) == (1, 1))
    expectShown(table)
  }

  @Test func `a table is held weakly, and its release ends the following`() {
    let token = updater.follow(rows, in: FakeTable(rows))
    items.remove(1)
    #expect(token.isCancelled)
  }

  @Test func `a second table takes the place of the first`() {
    let second = FakeTable(rows)
    let token = updater.follow(rows, in: table)
    items.remove(1)
    updater.follow(rows, in: second)
    items.remove(2)
    #expect((table.take().count, second.reloads, second.take().count) == (1, 1, 1))
    #expect(token.isCancelled)
    expectShown(second)
  }

  @Test func `a table is told until its updater has gone, or its token is cancelled`() {
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
    #expect(gone == nil && goneRows == nil)
  }
}

private let isDebug: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
