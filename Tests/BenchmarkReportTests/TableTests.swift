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
}
