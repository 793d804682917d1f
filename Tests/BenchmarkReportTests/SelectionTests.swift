import BenchmarkReport
import Testing

@Suite struct SelectionTests {
  private let names = ["bytes", "deep", "deep.cold", "kairo.mux", "collection.edit", "write"]

  @Test(arguments: [
    (["deep", "kario"], "no workload has 'kario' in its name; did you mean kairo?"),
    (["dep", "x"], "no workload has 'dep' in its name; did you mean deep?"),
    (
      ["COLECTION.EDIT"],
      "no workload has 'COLECTION.EDIT' in its name; did you mean collection.edit?"
    ),
    (["wriet"], "no workload has 'wriet' in its name; did you mean write?"),
    (
      ["qqqq"],
      "no workload has 'qqqq' in its name; there are bytes, deep, deep.cold, kairo.mux, "
        + "collection.edit, write."
    ),
    (["deep", "grid"], "--quick leaves out grid.5, grid.9."),
    (["deep", "mux"], nil), ([], nil),
  ])
  func `a filter that selects nothing is an error with the near names, even beside others`(
    parts: [String], complaint: String?
  ) {
    let filter = NameFilter(parts)
    #expect(filter.complaint(among: names, ofAll: names + ["grid.5", "grid.9"]) == complaint)
  }

  @Test func `skipped parts of a run take a line for each reason`() {
    let skipped = [
      ("deep", "too long"), ("broad", "no form"), ("deep", "too long"), ("cut", "too long"),
    ]
    let lines = Skipped.lines("skipped", skipped.map { (subject: $0.0, reason: $0.1) })
    #expect(lines == ["skipped: too long: deep, cut.", "skipped: no form: broad."])
  }

  @Test func `a run in a pipe tells at once, and then every five seconds, what it is at`() {
    var lines = ProgressLines()
    let seconds = [0, 0, 4, 5, 6, 30, 34, 35]
    #expect(
      seconds.compactMap { lines.line("deep", after: $0) }
        == [0, 5, 30, 35].map { "after \($0) s: deep\n" })
  }
}
