import BenchmarkReport

/// A workload of one size, with its contenders.
///
/// The contenders take turns, sample by sample, so that other work of the machine affects them
/// alike. Each does as many operations in a sample as the sample's length allows.
struct Race {
  let name: String
  let n: Int
  /// The node runs of one operation of a contestant: the divisor of the time per node.
  let runs: Int
  /// The number of reported operations in one measured operation: a script makes many writes.
  var operations = 1
  let entrants: [Entrant]
  /// The contenders that do not take part, with the reasons.
  let absences: [Absence]
  /// The entrant to whose time per node the ratios refer; `nil` for the handwritten entrant.
  var yardstick: Yardstick?

  struct Absence {
    let identity: Identity
    let reason: String
  }

  /// A contender outside the race, whose time is the unit of the ratios.
  struct Yardstick {
    /// The name of the yardstick in reports.
    var name = "handwritten"
    let entrant: Entrant
    let runs: Int
  }

  /// The same race between some of its entrants.
  func between(_ identities: [Identity]) -> Race {
    let chosen = entrants.filter { identities.contains($0.identity) }
    return Race(
      name: name, n: n, runs: runs, operations: operations, entrants: chosen, absences: [],
      yardstick: yardstick)
  }

  /// Builds, counts, warms up and measures.
  ///
  /// - Throws: `VoidRun` at the first wrong answer or count.
  func run(_ effort: Effort, reporting progress: Progress) throws -> [Measurement] {
    // The timed graphs are built first: otherwise they would reuse the memory of the counted
    // graphs, in the order in which it was freed.
    progress.show("\(name) \(n): building")
    let contestants = try (entrants + [yardstick?.entrant].compactMap { $0 }).map { try $0.build() }
    let counts = try entrants.map { entrant in
      progress.show("\(name) \(n): counting \(entrant.identity)")
      return try entrant.count()
    }
    progress.show("\(name) \(n): warming up")
    var lanes = try contestants.map { try Lane($0, sampleTime: effort.sampleTime) }
    let samples = effort.samples(ofRoundsThatTake: lanes.reduce(0) { $0 + $1.sampleTime })
    for sample in 0..<samples {
      progress.show("\(name) \(n): sample \(sample + 1) of \(samples)")
      // Another contender begins each time, so that none always follows the same neighbour.
      for turn in lanes.indices { try lanes[(sample + turn) % lanes.count].measure() }
    }
    return measurements(lanes, counts)
  }

  private func measurements(_ lanes: [Lane], _ counts: [Counts]) -> [Measurement] {
    let unit = unit(lanes)
    return entrants.indices.map { index in
      let lane = lanes[index]
      let nsPerNode = lane.median / Double(runs)
      let operations = Double(operations)
      return Measurement(
        name: name, identity: entrants[index].identity, n: n, nsPerWrite: lane.median / operations,
        nsPerNode: nsPerNode, ratio: unit.map { nsPerNode / $0 },
        ratioTo: yardstick?.name ?? "handwritten", yardstickFastest: yardstickFastest(lanes),
        recomputations: counts[index].recomputations, effects: counts[index].effects,
        samples: lane.times.count, spread: Spread.ofSamples(lane.times),
        fastest: lane.fastest / operations)
    }
  }

  /// The fastest time per operation of the yardstick.
  private func yardstickFastest(_ lanes: [Lane]) -> Double? {
    yardstick == nil ? nil : lanes.last?.fastest
  }

  /// The time per node that ratios take as 1.
  private func unit(_ lanes: [Lane]) -> Double? {
    if let yardstick, let lane = lanes.last { return lane.median / Double(yardstick.runs) }
    let index = entrants.firstIndex { $0.identity.engine == .handwritten }
    return index.map { lanes[$0].median / Double(runs) }
  }
}
