/// The colours and the marks of the contenders, for light and for dark.
enum Palette {
  private static let engines = ["upkeep", "handwritten", "raw", "naive", "observation"]

  /// The cases in order: Upkeep first, then as in the table, then unknown engines.
  static func sorted(_ cases: [Case]) -> [Case] {
    cases.sorted { (rank($0.key), $0.key.contender) < (rank($1.key), $1.key.contender) }
  }

  private static func rank(_ key: Key) -> Int {
    engines.firstIndex(of: key.engine) ?? engines.count
  }

  /// The class that gives a contender its colour.
  static func style(_ key: Key) -> String {
    guard let rank = engines.firstIndex(of: key.engine) else { return "c-other" }
    return "c-\(engines[rank])" + (rank == 0 && key.form == "tracked" ? "-tracked" : "")
  }

  /// A line's dashes, so that a chart does not depend on colour alone.
  static func dashes(_ key: Key) -> String {
    switch style(key) {
    case "c-upkeep": "none"
    case "c-upkeep-tracked": "9 3"
    case "c-handwritten": "5 3"
    case "c-raw": "2 3"
    case "c-naive": "7 3 2 3"
    default: "1 4"
    }
  }

  static let sheet = """

    svg { font-family: system-ui, sans-serif; font-size: 12px }
    .page { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e } .rule { stroke: #d1d9e0 }
    .heading { font-size: 15px; font-weight: 600 } .number { font-variant-numeric: tabular-nums }
    .line { fill: none; stroke-width: 2 } .cut { fill: #ffffff }
    .c-upkeep { fill: #0550ae; stroke: #0550ae } .c-upkeep-tracked { fill: #218bff; stroke: #218bff }
    .c-handwritten { fill: #1a7f37; stroke: #1a7f37 } .c-raw { fill: #6e7781; stroke: #6e7781 }
    .c-naive { fill: #bc4c00; stroke: #bc4c00 } .c-observation { fill: #8250df; stroke: #8250df }
    .c-other { fill: #57606a; stroke: #57606a } .c-upkeep.line, .c-upkeep-tracked.line, .c-handwritten.line,
    .c-raw.line, .c-naive.line, .c-observation.line, .c-other.line { fill: none }
    @media (prefers-color-scheme: dark) {
      .page, .cut { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { fill: #9198a1 } .rule { stroke: #3d444d }
      .c-upkeep { fill: #58a6ff; stroke: #58a6ff } .c-upkeep-tracked { fill: #a5d6ff; stroke: #a5d6ff }
      .c-handwritten { fill: #3fb950; stroke: #3fb950 } .c-raw { fill: #8b949e; stroke: #8b949e }
      .c-naive { fill: #f0883e; stroke: #f0883e } .c-observation { fill: #bc8cff; stroke: #bc8cff }
      .c-other { fill: #8b949e; stroke: #8b949e }
    }

    """
}
