/// The output for people: a row per workload, size and form of Upkeep, with its ratios.
///
/// Columns have fixed widths, so that the table can grow during the races.
package enum Table {
  private static let columns: [(title: String, side: Grid.Side, width: Int)] = [
    ("name", .left, 20), ("n", .right, 7), ("form", .left, 8), ("ns/write", .right, 10),
    ("ns/node", .right, 8), ("spread", .right, 6), ("/handwritten", .right, 12),
    ("/naive", .right, 6),
    ("handwritten", .right, 11), ("raw", .right, 7), ("naive", .right, 8),
    ("observation", .right, 11),
    ("/other", .left, 0),
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
