import BenchmarkReport
import Testing

@Suite struct TableTests {
  private let race = aRun.filter { $0.key.name == "deep" && $0.key.n == 1000 }

  private func fields(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  @Test func `a row holds the times and the ratios to handwritten and naive`() throws {
    let rows = Table.rows(race).split(separator: "\n")
    try #require(rows.count == 2)
    #expect(
      fields(rows[0]) == [
        "deep", "1000", "declared", "25000", "25.0", "0.5", "%", "0.80", "0.40", "31.0", "0.40",
        "62.0", "4200",
      ])
    #expect(fields(rows[1]).prefix(5) == ["deep", "1000", "tracked", "40000", "40.0"])
  }

  @Test func `columns line up under their titles`() throws {
    let head = try #require(Table.head.split(separator: "\n").last)
    for row in Table.rows(race).split(separator: "\n") {
      #expect(row.count == head.dropLast("  /other".count).count)
    }
  }

  @Test func `an engine with a reason not to run is skipped, one never asked is absent`() throws {
    let rows = Table.rows(
      [sample(yardstick: Case.Yardstick(name: "batch", ratio: 1.25))], skipped: ["observation"])
    #expect(fields(rows[...]).suffix(4) == ["skipped", "1.25", "of", "batch\n"])
    #expect(fields(rows[...]).filter { $0 == "-" }.count == 4)
  }

  @Test func `the legend explains each contender and each column`() throws {
    let titles = try #require(Table.head.split(separator: "\n").last).split(separator: " ")
    let lines = Table.legend.split(separator: "\n").filter { $0.hasPrefix("  ") }.map(fields)
    #expect(lines.allSatisfy { $0.count > 2 || $0 == ["n", "its", "size"] })
    #expect(lines.compactMap(\.first).suffix(titles.count) == titles[...])
    #expect(Set(lines.dropLast(titles.count).map { String($0[0]) }) == Set(race.map(\.key.engine)))
  }
}

@Suite struct SpreadTests {
  @Test func `a quantile lies between the samples`() {
    #expect(Spread.quantile(0.5, of: [3, 1, 2]) == 2)
    #expect(Spread.quantile(0.5, of: [4, 1, 2, 3]) == 2.5)
    #expect(Spread.quantile(0.25, of: [1, 2, 3, 4, 5]) == 2)
    #expect(Spread.quantile(0.5, of: []) == 0)
  }

  @Test func `a single slow sample hardly widens the spread`() {
    let quiet = Spread.ofSamples([100, 101, 99, 100, 102, 98, 100])
    let disturbed = Spread.ofSamples([100, 101, 99, 100, 102, 98, 900])
    #expect(quiet > 0 && disturbed < 0.02)
  }

  @Test func `a single sample has no spread`() { #expect(Spread.ofSamples([7]) == 0) }
}

@Suite struct DecimalTests {
  @Test func `a number has so many digits behind the point`() {
    #expect(1.0.fixed(2) == "1.00" && 0.005.fixed(2) == "0.01" && 1.996.fixed(2) == "2.00")
    #expect(12.5.fixed(0) == "13" && 0.0.fixed(1) == "0.0")
    #expect(Double.infinity.fixed(2) == "inf" && 1e30.fixed(4) == "1e+30")
  }

  @Test func `about three digits count`() {
    #expect(9.994.short == "9.99" && 31.46.short == "31.5" && 4242.4.short == "4242")
  }
}
