import Differential
import ExampleScripts
import Foundation
import Testing
import Upkeep

@testable import LiveTable

/// The work of one edit in a table of many generated rows.
@Suite struct WorkTests {
  private static let count = amount(20_000, long: 100_000)

  /// Edits of single rows, of other rows in each round: early, middle and late ones, visible and
  /// not.
  private static func edits(_ round: Int) -> [String] {
    let (middle, late) = (count / 2 + round, count - round)
    let sets = [2 + round, middle, late].flatMap { row in
      [
        "set \(row) source Wind", "set \(row) source Renewables", "set \(row) source Fossil Fuels",
        "set \(row) net_generation 99998.5", "set \(row) net_generation 0.5",
        "set \(row) net_generation 40000.5", "set \(row) year 1999-01-01",
      ]
    }
    return sets + [
      "move \(2 + round) \(count / 2)", "move \(middle) 1", "move \(late) 2",
      "move \(20 + round) 1",
      "remove \(2 + round)", "remove \(middle)", "remove \(late)",
      "add 2020-01-01,Renewables,50000", "add 2020-01-01,Fossil Fuels,99999",
      "add 1998-01-01,Sun,1",
    ]
  }

  @Test func `an edit of one row visits at most 4 log2 n rows`() throws {
    let table = Table(try TableFile(path: TableFile.bundledPath))
    let session = Session(table, isEchoing: false) { _ in }
    func play(_ line: String) throws { try session.play(ScriptLine(Array(line.utf8))) }
    try play("generate \(Self.count)")
    let most = Int(4 * log2(Double(Self.count)))
    let views = [
      [],
      ["filter net_generation < 90000", "total net_generation", "group source"],
      ["sort net_generation down", "window \(Self.count / 2) 20"],
      ["filter source <> Fossil Fuels", "sort source", "group year"],
      // The number of groups is near the number of rows.
      ["group net_generation", "window 1 1000"],
    ]
    for (round, views) in views.enumerated() {
      for line in views { try play(line) }
      for line in Self.edits(round) {
        try play(line)
        let comment: Comment = "\(views): \(line)"
        #expect(table.work.visited <= most, comment)
        // Each changed or new row calls a closure; a removed row or a moved row may call none.
        #expect(
          table.work.visited > 0 || line.hasPrefix("remove") || line.hasPrefix("move"), comment)
      }
    }
    // The screen and the total equal those of a new computation.
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

  @Test func `views that are no longer shown cost no work`() throws {
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
