/// The charts of a run, in one self-contained SVG file for light and dark mode.
///
/// Above are charts of the cost per node against depth and against width; below are bars for each
/// workload, in the order of the races.
package enum ChartPage {
  private static let margin = 24.0
  private static let columnWidth = 520.0
  private static let gap = 32.0

  package static func svg(_ cases: [Case]) -> String {
    var names: [String] = []
    for one in cases where !names.contains(one.key.name) { names.append(one.key.name) }
    let bars = names.map { name in BarChart(name: name, cases.filter { $0.key.name == name }) }
    let lines = [
      LogLogChart("cost against depth", sizeLabel: "levels of deep", of("deep", cases)),
      LogLogChart("cost against width", sizeLabel: "branches of broad", of("broad", cases)),
    ].compactMap { $0 }
    let top = margin + 40
    let places = place(bars, below: top + (lines.isEmpty ? 0 : LogLogChart.height + gap))
    let size = (width: margin * 2 + columnWidth * 2 + gap, height: places.bottom + margin)
    var page = Markup()
    page.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img",
        "width": size.width.fixed(0), "height": size.height.fixed(0),
        "viewBox": "0 0 \(size.width.fixed(0)) \(size.height.fixed(0))",
      ]
    ) { page in
      page.element("title", holding: "Benchmarks: nanoseconds of thread CPU time per node run")
      page.element("style", holding: Palette.sheet)
      page.element("rect", ["class": "page", "width": "100%", "height": "100%"])
      page.element(
        "text", ["class": "ink", "x": margin.fixed(1), "y": (margin + 12).fixed(1)],
        holding: "Nanoseconds of thread CPU time per node run, median; in brackets the multiple of "
          + "handwritten in the same run. A bar with a gap is longer than there is room for.")
      for (index, chart) in lines.enumerated() {
        chart.draw(in: &page, x: left(of: index), y: top, width: columnWidth)
      }
      for (chart, corner) in zip(bars, places.corners) {
        chart.draw(in: &page, x: corner.x, y: corner.y, width: columnWidth)
      }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + page.text
  }

  private static func of(_ name: String, _ cases: [Case]) -> [Case] {
    cases.filter { $0.key.name == name }
  }

  private static func left(of column: Int) -> Double {
    margin + Double(column) * (columnWidth + gap)
  }

  /// Puts each chart below the shorter of the two columns.
  private static func place(
    _ charts: [BarChart], below top: Double
  ) -> (corners: [(x: Double, y: Double)], bottom: Double) {
    var bottoms = [top, top]
    let corners = charts.map { chart in
      let column = bottoms[1] < bottoms[0] ? 1 : 0
      defer { bottoms[column] += chart.height + gap }
      return (x: left(of: column), y: bottoms[column])
    }
    return (corners, max(bottoms[0], bottoms[1]))
  }
}
