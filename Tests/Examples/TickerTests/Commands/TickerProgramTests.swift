import ExampleProgram
import ExampleScripts
import Foundation
import Testing

@testable import LiveMarket

@Suite struct TickerProgramTests {
  private let ticker = Program("ticker")
  private static let recording = """
    symbol,sector,price
    ACME,Metals,20
    BOLT,Energy,10
    ACME,Metals,21
    BOLT,Energy,9.5

    """

  @Test func `elsewhere than on a terminal, frames are plain lines`() throws {
    var outcome = try ticker.run("--file", "-", input: Self.recording)
    outcome.output.replace(/frame: [0-9.]+ ms/, with: "frame: ... ms")
    #expect(
      outcome
        == .init(
          output: """
            symbol  last  change  sector    sum
                                  Metals  20.00
                                  Energy  10.00
            watched: 0 of 2 symbols
            batches: 0, ticks: 0
            calls: filter 2, order 0, top 0, sums 2; frame: ... ms

            symbol   last   change  sector    sum
            ACME    21.00   5.00 %  Metals  21.00
            BOLT     9.50  -5.00 %  Energy   9.50
            watched: 2 of 2 symbols
            batches: 1, ticks: 4
            calls: filter 2, order 1, top 2, sums 2; frame: ... ms


            """))
  }

  @Test func `made-up ticks end after their time`() throws {
    let outcome = try ticker.run("--seconds", "0.01", "--symbols", "20", "--rate", "0")
    #expect(outcome.output.contains("\nwatched: 0 of 20 symbols\nbatches: 0, ticks: 0\n"))
    #expect(outcome.errors == "" && outcome.status == 0)
  }

  @Test func `a file that is no recording has status 2`() throws {
    let script = Array("symbol,sector,price\nA,x,\n".utf8)
    #expect(
      try ticker.run("--file", "a.ticker", script: script)
        == .init(errors: "a.ticker:2:5: expected a price above 0, found nothing\n", status: 2))
    #expect(
      try ticker.run("--file", "no.csv")
        == .init(errors: "ticker: no.csv: No such file or directory\n", status: 2))
  }

  @Test(arguments: [
    ("--batchs", "\"--batchs\" is not an option; did you mean --batch?"),
    ("a.csv", "\"a.csv\" is not an option"),
    ("--rate -1", "--rate: expected a number from 0 to 999,999,999, found \"-1\""),
    ("--batch 0", "--batch: expected a number from 1 to 1,000,000, found \"0\""),
    ("--symbols", "--symbols: expected a number from 1 to 1,000,000, found the end of the line"),
    ("--file", "--file needs a file behind it"),
  ])
  func `a wrong command line says what is wrong`(line: String, mistake: String) {
    let error = #expect(throws: Refusal.self) {
      try TickerOptions(line.split(separator: " ").map(String.init))
    }
    #expect(error?.description == "\(mistake)\n\(TickerOptions.usage)")
  }

  @Test func `a wrong command line has status 2, and help has 0`() throws {
    let wrong = try ticker.run("--seconds", "x")
    #expect(wrong.errors.hasPrefix("ticker: --seconds: expected seconds from 0 to 3600, "))
    #expect(wrong.output == "" && wrong.status == 2)
    #expect(try ticker.run("--help") == .init(output: TickerOptions.help + "\n"))
  }
}
