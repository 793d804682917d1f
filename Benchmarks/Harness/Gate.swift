/// A bar as a ratio within one run, below which a run must stay.
struct Gate {
  let title: String
  let limit: Double
  /// The races it needs: their name and their sizes, as they follow each other.
  let name: String
  let sizes: [Int]
  /// Who must run in those races.
  let identities: [Identity]
  /// The ratio, from the measurements of those races; `nil` if they do not hold it.
  let ratio: ([Measurement]) -> Double?

  static var all: [Gate] {
    [
      relativeToHandwritten(Deep.name, 1000, .declared, limit: 0.9),
      relativeToHandwritten(Deep.name, 1000, .tracked, limit: 1.4),
      relativeToHandwritten(Broad.name, 1000, .declared, limit: 1.0),
      linear("subscribers", 50_000, .declared, limit: 2.3),
      linear("subscribers", 50_000, .tracked, limit: 2.3),
    ]
  }

  /// Upkeep's time per node against the handwritten contender's.
  private static func relativeToHandwritten(
    _ name: String, _ n: Int, _ form: Identity.Form, limit: Double
  ) -> Gate {
    let identity = Identity(engine: .upkeep, form: form)
    return Gate(
      title: "\(name) \(n), \(identity), against handwritten", limit: limit, name: name,
      sizes: [n], identities: [identity, Handwritten.identity]
    ) { measurements in
      measurements.first { $0.n == n && $0.identity == identity }?.ratioToHandwritten
    }
  }

  /// Upkeep's time for `2 * n` against its time for `n`, each the best of its samples.
  private static func linear(
    _ name: String, _ n: Int, _ form: Identity.Form, limit: Double
  ) -> Gate {
    let identity = Identity(engine: .upkeep, form: form)
    return Gate(
      title: "\(name) \(2 * n) against \(n), \(identity)", limit: limit, name: name,
      sizes: [n, 2 * n], identities: [identity]
    ) { measurements in
      let own = measurements.filter { $0.identity == identity }
      guard let once = own.first(where: { $0.n == n }),
        let twice = own.first(where: { $0.n == 2 * n })
      else { return nil }
      return twice.fastest / once.fastest
    }
  }
}

extension Gate {
  /// Whether nothing is missing for a verdict once that race is over.
  func isDecided(by race: Race) -> Bool { race.name == name && race.n == sizes.last }

  /// Judges the measurements of a run, and repeats the gate's races, up to three times, before it
  /// fails: machines are noisy.
  func verdict(
    on measurements: [Measurement], of races: [Race], _ effort: Race.Effort, _ progress: Progress
  ) throws -> Verdict {
    let own = races.filter { $0.name == name && sizes.contains($0.n) }
      .map { $0.between(identities) }
    var found = ratio(measurements.filter { $0.name == name }) ?? .infinity
    var repetitions = 0
    while found > limit && repetitions < 3 {
      repetitions += 1
      let again = try own.flatMap { try $0.run(effort, reporting: progress) }
      found = ratio(again) ?? .infinity
    }
    let result = found > limit ? "FAILED" : "passed"
    let times = repetitions == 0 ? "" : " (repeated, try \(repetitions + 1) of 4)"
    return Verdict(
      isPassed: found <= limit,
      sentence:
        "gate \(result): \(title): \(found.fixed(2)), at most \(limit.fixed(2))\(times).")
  }
}
