/// The output for people: a row per workload, size and form of Upkeep, with its ratios.
///
/// Columns have fixed widths, so that the table can grow during the races.
package enum Table {
  static let columns: [(title: String, side: Grid.Side, width: Int, explanation: String)] = [
    ("name", .left, 20, "the workload"),
    ("n", .right, 7, "its size"),
    ("form", .left, 8, "declared: inputs are listed; tracked: the reads of a closure find them"),
    ("ns/write", .right, 10, "nanoseconds of thread CPU time per write, or per other operation"),
    ("ns/node", .right, 8, "the same per node that runs"),
    ("spread", .right, 6, "the standard deviation of the samples, as a part of their median"),
    ("/handwritten", .right, 12, "ns/node as a multiple of the handwritten contender's"),
    ("/naive", .right, 6, "ns/node as a multiple of the naive contender's"),
    ("handwritten", .right, 11, "its ns/node; -: it has no part; skipped: a line below says why"),
    ("raw", .right, 7, "the same of that contender"),
    ("naive", .right, 8, "the same of that contender"),
    ("observation", .right, 11, "the same of that contender"),
    ("/other", .left, 0, "ns/node as a multiple of another thing's, which is named"),
  ]

  package static var head: String {
    """
    ns of thread CPU time, median; spread: the standard deviation of the samples; /handwritten, /naive: the
    multiple of that contender's time per node in the same run; /other: the same of what is named there. The
    last columns are the other contenders' ns per node.


    """ + line(columns.map(\.title))
  }

  /// The rows of one workload and size; `skipped` are engines that did not run for a reason.
  package static func rows(_ cases: [Case], skipped: Set<String> = []) -> String {
    cases.filter { $0.key.isUpkeep }.map { row($0, among: cases, skipped) }.joined()
  }

  private static func row(_ one: Case, among cases: [Case], _ skipped: Set<String>) -> String {
    func time(_ engine: String) -> Double? {
      cases.first { $0.key.engine == engine }?.nsPerNode
    }
    func cell(_ engine: String) -> String {
      time(engine)?.short ?? (skipped.contains(engine) ? "skipped" : "-")
    }
    let ratioToNaive = time("naive").map { one.nsPerNode / $0 }
    let peers = ["handwritten", "raw", "naive", "observation"].map(cell)
    return line(
      [
        one.key.name, "\(one.key.n)", one.key.form, one.nsPerWrite.short, one.nsPerNode.short,
        one.spread.map { "\(($0 * 100).fixed(1)) %" } ?? "-",
        one.ratioToHandwritten?.short ?? "-", ratioToNaive?.short ?? "-",
      ] + peers + [one.yardstick.map { "\($0.ratio.short) of \($0.name)" } ?? ""])
  }

  private static func line(_ texts: [String]) -> String {
    Grid.line(texts, columns.map(\.side), columns.map(\.width))
  }
}
