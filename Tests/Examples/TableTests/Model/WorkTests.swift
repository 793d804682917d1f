import ExampleScripts
import Foundation
import Testing
import Upkeep

@testable import LiveTable

/// The work of an edit in a table with 100,000 rows that are made up.
@Suite struct WorkTests {
  private static let count = 100_000
  private static let edits = [
    "set 50000 net_generation 77777", "set 50000 net_generation 0", "set 2 net_generation 99999",
    "set 60000 source Renewables", "set 60000 source Fossil Fuels", "set 2 source Renewables",
    "set 60000 year 1999-01-01", "remove 3", "remove 70000", "remove 100000", "move 4 90000",
    "move 90000 1", "move 20 1", "move 20 2", "add 2020-01-01,Renewables,50000",
    "add 2020-01-01,Fossil Fuels,99999", "add 2020-01-01,Wind,1",
  ]

  @Test func `an edit of one row visits at most 4 log2 n rows`() throws {
    let table = Table(try TableFile(path: TableFile.bundledPath))
    let session = Session(table, isEchoing: false) { _ in }
    func play(_ line: String) throws { _ = try session.play(Array(line.utf8)) }
    try play("generate \(Self.count)")
    let most = Int(4 * log2(Double(Self.count)))
    func edit(_ views: String) throws {
      for line in Self.edits.shuffled() {
        // A row that was removed before is none.
        do { try play(line) } catch is ScriptMistake { continue }
        #expect(table.work.visited <= most, "\(views): \(line)")
        #expect(table.work.visited > 0, "\(views): \(line)")
      }
    }
    try edit("unsorted")
    for views in [
      ["filter net_generation < 90000", "total net_generation", "group source"],
      ["sort net_generation down", "window 50000 20"],
      ["filter source <> Fossil Fuels", "sort source", "group year"],
      // As many groups as there are numbers.
      ["group net_generation", "window 1 1000"],
    ] {
      for line in views { try play(line) }
      try edit(views.joined(separator: ", "))
    }
    // All that was kept is what computing anew shows.
    let naive = NaiveTable(
      rows: Array(table.rows.value), filter: table.filter.value, order: table.order.value,
      window: table.window.value, total: 2)
    #expect(table.screen.lines == naive.shown)
    #expect(table.total?.sum == naive.sum)
  }

  @Test func `an edit that changes nothing visits no row`() throws {
    let tester = try SessionTester()
    _ = tester.play("sort count\ngroup kind\ntotal count\nset 2 count 3\nmove 2 1\nfilter off")
    #expect(
      tester.play("set 2 count 3\nstats")
        == """
            rows visited: 0 of 3
            calls: filter 0, order 0, group 0, number 0
            rows changed on screen: 0
        """)
  }

  @Test func `a change of the window calls no closure`() throws {
    let tester = try SessionTester()
    #expect(
      tester.play("window 2 1\nstats")
        == """
            - 3
            - 1
            rows visited: 0 of 3
            calls: filter 0, order 0, group 0, number 0
            rows changed on screen: 2
        """)
  }

  @Test func `views that nobody looks at any more make no work`() throws {
    let tester = try SessionTester()
    _ = tester.play("group kind\ntotal count\ngroup off\ntotal off\nset 2 count 7")
    #expect(tester.table.work.calls[.group] == nil)
    #expect(tester.table.work.calls[.number] == nil)
    #expect(tester.table.work.calls[.filter] == 1)
  }

  @Test func `a row that moves on screen has changed once`() throws {
    let tester = try SessionTester()
    _ = tester.play("sort count\nset 3 count 9")
    #expect(tester.table.changedOnScreen == 1)
    #expect(tester.table.steps.count == 2)
  }
}
