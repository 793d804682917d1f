import BenchmarkReport

/// A limit of a ratio of two times of a run, beyond which the run fails.
///
/// Each time in the ratio is the best of its samples: other work of the machine only adds time.
struct Gate {
  let title: String
  let limit: Double
  /// The factor by which a quick run may exceed the limit.
  ///
  /// A quick run finds changes that make something much slower; the full run decides whether the
  /// limit holds.
  var quickAllowance = 1.5
  /// The name of the races that it needs; `sizes` are their sizes, in order.
  let name: String
  let sizes: [Int]
  /// The contenders that must run in those races.
  let identities: [Identity]
  /// The ratio, from the measurements of those races; `nil` if they are incomplete.
  let ratio: ([Measurement]) -> Double?

  static var all: [Gate] {
    [
      relativeToHandwritten(Deep.name, 1000, .declared, limit: 0.9),
      relativeToHandwritten(Deep.name, 1000, .tracked, limit: 1.4),
      relativeToHandwritten(Broad.name, 1000, .declared, limit: 1.0),
      growth("subscribers", from: 50_000, to: 100_000, .declared, limit: 2.3),
      growth("subscribers", from: 50_000, to: 100_000, .tracked, limit: 2.3),
      // A batch is linear, so a case that is the same multiple of a batch at both sizes is, too.
      relativeToYardstick("rollback", 5_000, limit: 4),
      relativeToYardstick("rollback", 10_000, limit: 4),
      relativeToYardstick("scope.read.atom", 1, limit: 3),
      relativeToYardstick("scope.read.computed", 1, limit: 3),
      growth("scope.create.atoms", from: 50_000, to: 100_000, .declared, limit: 2.3),
      growth("scope.create.members", from: 50_000, to: 100_000, .declared, limit: 2.3),
      relativeToYardstick("store.send.state", 1, limit: 5),
      relativeToYardstick("store.send.field", 1, limit: 5),
      growth("collection", from: 1_000, to: 100_000, .declared, limit: 1.5),
      growth(CutOff.name, from: 1, to: 1000, .declared, limit: 1.5),
      growth(CutOff.name, from: 1, to: 1000, .tracked, limit: 1.5),
    ]
      + Kind.allCases.filter { $0 != .derived }.flatMap { kind in
        [
          // Following a key path takes longer than updating a plain derived value.
          relativeToYardstick("\(kind).update", 1, limit: kind == .multilevel ? 6 : 3),
          relativeToYardstick("\(kind).read", 1, limit: 2),
        ]
      }
  }

  /// A gate on Upkeep's time against the yardstick of the same race.
  private static func relativeToYardstick(_ name: String, _ n: Int, limit: Double) -> Gate {
    Gate(
      title: "\(name) \(n), upkeep, against its yardstick", limit: limit, name: name, sizes: [n],
      identities: [UpkeepDeclared.identity]
    ) { measurements in
      let own = measurements.filter { $0.n == n }
      guard let time = own.map(\.fastest).min(),
        let unit = own.compactMap(\.yardstickFastest).min()
      else { return nil }
      return time / unit
    }
  }

  /// A gate on Upkeep's time for the larger of two sizes against the smaller.
  private static func growth(
    _ name: String, from n: Int, to larger: Int, _ form: Identity.Form, limit: Double
  ) -> Gate {
    let identity = Identity(engine: .upkeep, form: form)
    return Gate(
      title: "\(name) \(larger) against \(n), \(identity)", limit: limit, name: name,
      sizes: [n, larger], identities: [identity]
    ) { measurements in
      func fastest(_ n: Int) -> Double? {
        measurements.filter { $0.n == n && $0.identity == identity }.map(\.fastest).min()
      }
      guard let once = fastest(n), let more = fastest(larger) else { return nil }
      return more / once
    }
  }

  /// A gate on Upkeep's time per node against the handwritten contender's.
  ///
  /// The handwritten contender mostly retains and releases closures, whose cost differs much
  /// between processors: the same engine took 0.75 times the handwritten time on one processor and
  /// 1.45 times on another.
  private static func relativeToHandwritten(
    _ name: String, _ n: Int, _ form: Identity.Form, limit: Double
  ) -> Gate {
    let identity = Identity(engine: .upkeep, form: form)
    return Gate(
      title: "\(name) \(n), \(identity), against handwritten", limit: limit, quickAllowance: 2,
      name: name,
      sizes: [n], identities: [identity, Handwritten.identity]
    ) { measurements in
      func fastest(_ identity: Identity) -> Double? {
        measurements.filter { $0.n == n && $0.identity == identity }.map(\.fastest).min()
      }
      guard let own = fastest(identity), let other = fastest(Handwritten.identity) else {
        return nil
      }
      return own / other
    }
  }
}

extension Gate {
  /// Whether the gate has all its measurements once that race is over.
  func isDecided(by race: Race) -> Bool { race.name == name && race.n == sizes.last }

  /// Judges the measurements of a run.
  ///
  /// Machines are noisy: before the gate fails, its races are measured again, up to three times,
  /// and the median of these ratios counts (of two ratios the lower one). Both times of a ratio
  /// come from one try: otherwise the best time of one side would be compared with all later times
  /// of the other.
  func verdict(
    on measurements: [Measurement], of races: [Race], _ effort: Race.Effort, isQuick: Bool,
    _ progress: Progress
  ) throws -> Verdict {
    let own = races.filter { $0.name == name && sizes.contains($0.n) }
      .map { $0.between(identities) }
    let allowed = isQuick ? limit * quickAllowance : limit
    var ratios = [ratio(measurements.filter { $0.name == name }) ?? .infinity]
    var found: Double { ratios.sorted()[(ratios.count - 1) / 2] }
    while found > allowed && ratios.count < 4 {
      let again = try own.flatMap { try $0.run(effort, reporting: progress) }
      ratios.append(ratio(again) ?? .infinity)
    }
    let result = found > allowed ? "FAILED" : "passed"
    let times = ratios.count == 1 ? "" : " (repeated, try \(ratios.count) of 4)"
    let full = isQuick ? ", of which the limit is \(limit.fixed(2))" : ""
    return Verdict(
      isPassed: found <= allowed,
      sentence:
        "gate \(result): \(title): \(found.fixed(2)), at most \(allowed.fixed(2))\(full)\(times).")
  }
}
