/// This run against a saved one, allowing for noise.
///
/// The cases that do not measure this library, handwritten and the others, are the controls: no change of
/// the library moves them. By how much they are slower or faster in the middle is the machine's part, and
/// taken out of every factor; by how much they scatter around that is what one run differs from the next.
/// A case's noise is three standard deviations: of its own samples, taken twice since a saved run keeps only
/// its median, and of the controls together.
package struct Comparison {
  /// No difference below this is believed, however quiet the machine seemed.
  package static let leastNoise = 0.03

  package let lines: [Line]
  /// What only the saved run has, and what only this one has.
  package let missing: [Key]
  package let added: [Key]
  /// How many times slower the machine was: the middle of the controls; 1 without controls.
  package let drift: Double
  /// The standard deviation of the controls around it; 0 where fewer than three are in both runs.
  package let scatter: Double
  package let controls: Int

  /// What became of a case.
  package enum Verdict: String {
    case faster, slower, same
  }

  package struct Line {
    package let key: Key
    package let before: Double
    package let now: Double
    /// How many times as long it takes, without the machine's part.
    package let factor: Double
    /// How far from 1 a factor may be by chance.
    package let noise: Double

    package var verdict: Verdict {
      if factor > 1 + noise { return .slower }
      return factor < 1 / (1 + noise) ? .faster : .same
    }
  }

  /// Compares; `includes` says which saved cases this run was asked for.
  package init(
    _ saved: SavedRun, with cases: [Case], includes: (_ name: String) -> Bool = { _ in true }
  ) {
    let before = Dictionary(uniqueKeysWithValues: saved.cases.map { ($0.key, $0) })
    let pairs = cases.compactMap { now in before[now.key].map { (before: $0, now: now) } }
      .filter { $0.before.nsPerNode > 0 && $0.now.nsPerNode > 0 }
    let factors = pairs.filter { !$0.now.key.isUpkeep }.map {
      $0.now.nsPerNode / $0.before.nsPerNode
    }
    let drift = factors.isEmpty ? 1 : Spread.quantile(0.5, of: factors)
    let deviations = factors.map { abs($0 / drift - 1) }
    let scatter = factors.count < 3 ? 0 : Spread.quantile(0.5, of: deviations) * 1.4826
    self.drift = drift
    self.scatter = scatter
    controls = factors.count
    lines = pairs.map { pair in
      let spread = pair.now.spread ?? 0
      let deviation = (2 * spread * spread + scatter * scatter).squareRoot()
      return Line(
        key: pair.now.key, before: pair.before.nsPerNode, now: pair.now.nsPerNode,
        factor: pair.now.nsPerNode / pair.before.nsPerNode / drift,
        noise: max(Comparison.leastNoise, 3 * deviation))
    }
    let compared = Set(lines.map(\.key))
    missing = saved.cases.map(\.key).filter { includes($0.name) && !compared.contains($0) }
    added = cases.map(\.key).filter { !compared.contains($0) }
  }

  /// This library's cases with that verdict.
  package func upkeep(_ verdict: Verdict) -> [Line] {
    lines.filter { $0.key.isUpkeep && $0.verdict == verdict }
  }

  /// Whether something of this library was compared, and nothing of it is slower.
  package var isPassed: Bool {
    upkeep(.slower).isEmpty && lines.contains { $0.key.isUpkeep }
  }
}
