import BenchmarkReport

/// Compares a run with a saved one, race by race.
///
/// Machines are noisy: before a case is called slower, its race is measured again, up to twice, and
/// the best of the three counts. That happens right after the race, before later races change the
/// heap.
struct Rematch {
  private static let repetitions = 2

  private let saved: SavedRun
  private let options: Options
  private var cases: [Case] = []

  init(_ saved: SavedRun, _ options: Options) {
    self.saved = saved
    self.options = options
  }

  /// Adds the findings of a race.
  mutating func take(
    _ found: [Case], of race: Race, _ effort: Race.Effort, _ progress: Progress
  ) throws {
    cases += found
    for _ in 0..<Rematch.repetitions {
      let own = lines(of: race, in: comparison)
      guard own.contains(where: { $0.verdict == .slower }) else { return }
      let again = try race.run(effort, reporting: progress).map(\.reported)
      var other = self
      other.cases = cases.map { old in again.first { $0.key == old.key } ?? old }
      let better = lines(of: race, in: other.comparison)
      if slowest(better) < slowest(own) { self = other }
    }
  }

  var verdict: Verdict {
    #if DEBUG
      let sentence = "comparison skipped: a debug build's times mean nothing."
      return Verdict(isPassed: true, sentence: sentence)
    #else
      let comparison = comparison
      return Verdict(
        isPassed: comparison.isPassed, sentence: comparison.text(against: saved.file))
    #endif
  }

  private var comparison: Comparison {
    Comparison(saved, with: cases, includes: options.includes)
  }

  private func lines(of race: Race, in comparison: Comparison) -> [Comparison.Line] {
    comparison.lines.filter {
      $0.key.isUpkeep && $0.key.name == race.name && $0.key.n == race.n
    }
  }

  private func slowest(_ lines: [Comparison.Line]) -> Double { lines.map(\.factor).max() ?? 0 }
}
