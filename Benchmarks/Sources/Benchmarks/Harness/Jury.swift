import BenchmarkReport

/// Judges each gate of a run as soon as its races are over, before later races change the heap.
struct Jury {
  private(set) var verdicts: [Verdict] = []
  private var gates: [Gate] = []
  private let races: [Race]
  private let isQuick: Bool

  /// Keeps the gates that the races can decide; one verdict names all others.
  init(_ gates: [Gate], on races: [Race], isQuick: Bool) {
    self.races = races
    self.isQuick = isQuick
    #if DEBUG
      if !gates.isEmpty {
        let reason = "ratios mean nothing in a debug build"
        verdicts.append(Verdict(isPassed: true, sentence: "gates skipped: \(reason)."))
      }
    #else
      self.gates = gates.filter { races.contains(where: $0.isDecided) }
      let others = gates.filter { gate in !races.contains(where: gate.isDecided) }
      let skips = others.map { (subject: $0.name, reason: "their races did not run") }
      verdicts = Skipped.lines("gates skipped", skips).map {
        Verdict(isPassed: true, sentence: $0)
      }
    #endif
  }

  /// Judges the gates whose races are over, from all measurements so far.
  mutating func judge(
    after race: Race, on measurements: [Measurement], _ effort: Race.Effort, _ progress: Progress
  ) throws {
    for gate in gates where gate.isDecided(by: race) {
      verdicts.append(
        try gate.verdict(
          on: measurements, of: races, effort, isQuick: isQuick, progress))
    }
  }
}
