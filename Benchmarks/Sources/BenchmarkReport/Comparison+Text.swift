extension Comparison {
  /// The report for people: a line per case, the cases that were not compared, the sum.
  package func text(against file: String) -> String {
    let rows = lines.map { line in
      [
        line.key.name, "\(line.key.n)", line.key.contender, line.before.short, line.now.short,
        line.factor.fixed(2), line.noise.map { "\(($0 * 100).fixed(0)) %" } ?? "-",
        (line.verdict?.rawValue ?? "no control") + (line.key.isUpkeep ? "" : " (control)"),
      ]
    }
    let table = Grid(
      columns: [.left, .right, .left, .right, .right, .right, .right, .left],
      rows: [["name", "n", "engine", "before", "now", "factor", "noise", "verdict"]] + rows)
    return
      "compared with \(file); before and now in ns per node, the factor without the machine's part\n\n"
      + table.text + "\n"
      + missing.map { "missing: \($0) is in \(file) and was not measured now.\n" }.joined()
      + added.map { "new: \($0) is not in \(file).\n" }.joined()
      + machine + sum
  }

  private var machine: String {
    if controls.count == 0 {
      return "noise: no control is in both runs, so the factors contain what the machine did.\n"
    }
    let drift = controls.machine.drift
    let middle =
      drift >= 1 ? "\(drift.fixed(2)) times slower" : "\((1 / drift).fixed(2)) times faster"
    let scatter = (controls.machine.scatter * 100).fixed(1)
    return """
      noise: \(controls.count) controls are \(middle) now, and scatter around that by \(scatter) %. The middle of the
      controls of the same race, or else of all, is taken out of each factor. A case's noise is 3 standard
      deviations of its samples (of both runs) and of the controls, at least what all but 5 % of the
      controls (of that race, or of all) differ by, and at least \((Comparison.leastNoise * 100).fixed(0)) %. A case has no verdict if its
      race has no control in both runs.

      """
  }

  private var sum: String {
    guard lines.contains(where: { $0.key.isUpkeep }) else {
      return "comparison FAILED: no case of upkeep is in both runs.\n"
    }
    guard lines.contains(where: { $0.key.isUpkeep && $0.verdict != nil }) else {
      return "comparison FAILED: no case of upkeep has a control in both runs.\n"
    }
    let (slower, unjudged) = (upkeep(.slower), upkeep(nil))
    let names = slower.map { "\($0.key) (\($0.factor.fixed(2)))" }.joined(separator: "; ")
    return "comparison \(slower.isEmpty ? "passed" : "FAILED"): upkeep: \(slower.count) slower"
      + "\(slower.isEmpty ? "" : ": \(names)"), \(upkeep(.faster).count) faster, "
      + "\(upkeep(.same).count) the same"
      + (unjudged.isEmpty ? ".\n" : ", \(unjudged.count) without a control.\n")
  }
}
