/// One workload: a bar for each contender and size, as long as its time per node.
///
/// A bar over twice as long as Upkeep's longest is cut short, with a gap near its end: otherwise
/// one contender that is a hundred times slower would make the other bars too short to see.
struct BarChart {
  private static let barHeight = 14.0
  private static let rowHeight = 19.0
  private static let sizeHeight = 24.0
  private static let headingHeight = 26.0
  private static let labelWidth = 150.0
  private static let numberWidth = 96.0

  private let name: String
  /// The cases of each size, ascending.
  private let sizes: [(n: Int, cases: [Case])]
  private let longest: Double

  init(name: String, _ cases: [Case]) {
    self.name = name
    sizes = Set(cases.map(\.key.n)).sorted().map { n in
      (n, Palette.sorted(cases.filter { $0.key.n == n }))
    }
    let times = cases.map(\.nsPerNode).filter(\.isFinite)
    let own = cases.filter(\.key.isUpkeep).map(\.nsPerNode).filter(\.isFinite).max()
    let limit = own.map { $0 * 2 } ?? .infinity
    longest = times.filter { $0 <= limit }.max() ?? 1
  }

  var height: Double {
    let rows = sizes.reduce(0) { $0 + $1.cases.count }
    return BarChart.headingHeight + Double(sizes.count) * BarChart.sizeHeight
      + Double(rows) * BarChart.rowHeight
  }

  func draw(in markup: inout Markup, x: Double, y: Double, width: Double) {
    let room = width - BarChart.labelWidth - BarChart.numberWidth
    markup.element("g", ["transform": "translate(\(x.fixed(1)) \(y.fixed(1)))"]) { markup in
      markup.element("text", ["class": "ink heading", "y": "16"], holding: name)
      var top = BarChart.headingHeight
      for size in sizes {
        markup.element(
          "text", ["class": "faint", "y": (top + 14).fixed(1)],
          holding: "n = \(size.n), ns per node")
        top += BarChart.sizeHeight
        for one in size.cases {
          draw(one, &markup, top, room)
          top += BarChart.rowHeight
        }
      }
    }
  }

  private func draw(_ one: Case, _ markup: inout Markup, _ top: Double, _ room: Double) {
    let isCut = one.nsPerNode > longest
    let length = isCut || longest <= 0 ? room : max(1, room * one.nsPerNode / longest)
    let left = BarChart.labelWidth
    let baseline = (top + BarChart.barHeight - 3).fixed(1)
    markup.element("text", ["class": "ink", "y": baseline], holding: one.key.contender)
    markup.element(
      "rect",
      [
        "class": Palette.style(one.key), "x": left.fixed(1), "y": top.fixed(1),
        "width": length.fixed(1), "height": BarChart.barHeight.fixed(1), "stroke-width": "0",
      ])
    if isCut {
      let gap = (left + length - 16).fixed(1)
      markup.element(
        "rect",
        [
          "class": "cut", "x": gap, "y": top.fixed(1), "width": "5",
          "height": BarChart.barHeight.fixed(1),
        ])
    }
    let ratio = one.ratioToHandwritten.map { " (\($0.short))" } ?? ""
    markup.element(
      "text",
      ["class": "ink number", "x": (left + length + 6).fixed(1), "y": baseline],
      holding: one.nsPerNode.short + ratio)
  }
}
