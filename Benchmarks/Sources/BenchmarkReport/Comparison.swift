/// Compares this run with a saved one, allowing for noise.
///
/// The median slowdown of the controls (see `Controls`) is the machine's part, and every factor is
/// divided by it. The noise of a case is three standard deviations, combined from the deviation of
/// its own samples and the deviation of the controls. The samples' deviation counts twice, because
/// a saved run has only the median. The noise is at least the difference that 95 % of the controls
/// stay below. A case gets no verdict if its race has no control in both runs.
package struct Comparison {
  /// The least noise, however quiet the machine seemed.
  package static let leastNoise = 0.03

  package let lines: [Line]
  /// The cases that only the saved run has, and the cases that only this run has.
  package let missing: [Key]
  package let added: [Key]
  let controls: Controls

  /// The result of a case.
  package enum Verdict: String {
    case faster, slower, same
  }

  package struct Line {
    package let key: Key
    package let before: Double
    package let now: Double
    /// The factor by which the case takes longer, without the machine's part.
    package let factor: Double
    /// The distance from 1 that a factor may have by chance; `nil` if the race has no control.
    package let noise: Double?

    /// The result; `nil` if the race has no control.
    package var verdict: Verdict? {
      guard let noise else { return nil }
      if factor > 1 + noise { return .slower }
      return factor < 1 / (1 + noise) ? .faster : .same
    }
  }

  /// Compares two runs; `includes` selects the saved cases that this run was asked for.
  package init(
    _ saved: SavedRun, with cases: [Case], includes: (_ name: String) -> Bool = { _ in true }
  ) {
    let before = Dictionary(uniqueKeysWithValues: saved.cases.map { ($0.key, $0) })
    let pairs = cases.compactMap { now in before[now.key].map { (before: $0, now: now) } }
      .filter { $0.before.nsPerNode > 0 && $0.now.nsPerNode > 0 }
    let controls = Controls(
      pairs.filter { !$0.now.key.isUpkeep }
        .map { (key: $0.now.key, factor: $0.now.nsPerNode / $0.before.nsPerNode) })
    self.controls = controls
    lines = pairs.map { pair in
      let own = controls.machine(for: pair.now.key)
      let machine = own ?? controls.machine
      let spread = pair.now.spread ?? 0
      let deviation = (2 * spread * spread + machine.scatter * machine.scatter).squareRoot()
      return Line(
        key: pair.now.key, before: pair.before.nsPerNode, now: pair.now.nsPerNode,
        factor: pair.now.nsPerNode / pair.before.nsPerNode / machine.drift,
        noise: own.map { max(Comparison.leastNoise, 3 * deviation, $0.worst) })
    }
    let compared = Set(lines.map(\.key))
    missing = saved.cases.map(\.key).filter { includes($0.name) && !compared.contains($0) }
    added = cases.map(\.key).filter { !compared.contains($0) }
  }

  /// The cases of this library with that verdict, or without one.
  package func upkeep(_ verdict: Verdict?) -> [Line] {
    lines.filter { $0.key.isUpkeep && $0.verdict == verdict }
  }

  /// Whether a case of this library has a verdict, and none is slower.
  package var isPassed: Bool {
    upkeep(.slower).isEmpty && lines.contains { $0.key.isUpkeep && $0.verdict != nil }
  }
}
