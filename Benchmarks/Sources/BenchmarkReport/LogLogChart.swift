/// Cost per node against size, both axes logarithmic: a flat line means linear total cost.
struct LogLogChart {
  static let height = 360.0

  private static let left = 56.0
  private static let top = 30.0
  private static let bottom = 44.0
  private static let legendWidth = 168.0

  private let title: String
  private let sizeLabel: String
  /// The cases of each contender, by size.
  private let lines: [[Case]]
  private let sizes: Scale
  private let times: Scale

  /// Makes a chart; `nil` without a case.
  init?(_ title: String, sizeLabel: String, _ cases: [Case]) {
    let cases = cases.filter { $0.key.n > 0 && $0.nsPerNode > 0 && $0.nsPerNode.isFinite }
    guard let sizes = Scale(cases.map { Double($0.key.n) }),
      let times = Scale(cases.map(\.nsPerNode))
    else { return nil }
    self.title = title
    self.sizeLabel = sizeLabel
    self.sizes = sizes
    self.times = times
    var contenders: [String] = []
    for one in Palette.sorted(cases) where !contenders.contains(one.key.contender) {
      contenders.append(one.key.contender)
    }
    lines = contenders.map { contender in
      cases.filter { $0.key.contender == contender }.sorted { $0.key.n < $1.key.n }
    }
  }

  func draw(in markup: inout Markup, x: Double, y: Double, width: Double) {
    let right = width - LogLogChart.legendWidth
    markup.element("g", ["transform": "translate(\(x.fixed(1)) \(y.fixed(1)))"]) { markup in
      markup.element("text", ["class": "ink heading", "y": "16"], holding: title)
      drawAxes(&markup, right)
      for (index, line) in lines.enumerated() { draw(line, index, &markup, right) }
    }
  }

  private func drawAxes(_ markup: inout Markup, _ right: Double) {
    let floor = LogLogChart.height - LogLogChart.bottom
    for decade in sizes.decades {
      let across = horizontal(decade, right).fixed(1)
      rule(&markup, across, across, LogLogChart.top.fixed(1), floor.fixed(1))
      markup.element(
        "text",
        [
          "class": "faint number", "x": across, "y": (floor + 16).fixed(1), "text-anchor": "middle",
        ],
        holding: decade.tick)
    }
    for decade in times.decades {
      let down = vertical(decade).fixed(1)
      rule(&markup, LogLogChart.left.fixed(1), right.fixed(1), down, down)
      markup.element(
        "text",
        [
          "class": "faint number", "x": (LogLogChart.left - 6).fixed(1), "y": down,
          "text-anchor": "end", "dominant-baseline": "middle",
        ], holding: decade.tick)
    }
    markup.element(
      "text",
      [
        "class": "faint", "x": ((LogLogChart.left + right) / 2).fixed(1),
        "y": (floor + 34).fixed(1), "text-anchor": "middle",
      ], holding: "\(sizeLabel); upwards ns per node, both logarithmic")
  }

  private func rule(
    _ markup: inout Markup, _ x1: String, _ x2: String, _ y1: String, _ y2: String
  ) {
    markup.element("line", ["class": "rule", "x1": x1, "x2": x2, "y1": y1, "y2": y2])
  }

  private func draw(_ line: [Case], _ index: Int, _ markup: inout Markup, _ right: Double) {
    let key = line[0].key
    let style = Palette.style(key)
    let points = line.map {
      (x: horizontal(Double($0.key.n), right), y: vertical($0.nsPerNode))
    }
    let path = points.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
    markup.element(
      "polyline",
      ["class": "line \(style)", "stroke-dasharray": Palette.dashes(key), "points": path])
    for point in points {
      markup.element(
        "circle", ["class": style, "cx": point.x.fixed(1), "cy": point.y.fixed(1), "r": "3"])
    }
    let down = LogLogChart.top + 12 + Double(index) * 20
    markup.element(
      "line",
      [
        "class": "line \(style)", "stroke-dasharray": Palette.dashes(key),
        "x1": (right + 14).fixed(1), "x2": (right + 42).fixed(1), "y1": down.fixed(1),
        "y2": down.fixed(1),
      ])
    markup.element(
      "text",
      [
        "class": "ink", "x": (right + 48).fixed(1), "y": down.fixed(1),
        "dominant-baseline": "middle",
      ], holding: key.contender)
  }

  private func horizontal(_ size: Double, _ right: Double) -> Double {
    LogLogChart.left + sizes.part(size) * (right - LogLogChart.left)
  }

  private func vertical(_ time: Double) -> Double {
    let floor = LogLogChart.height - LogLogChart.bottom
    return floor - times.part(time) * (floor - LogLogChart.top)
  }
}
