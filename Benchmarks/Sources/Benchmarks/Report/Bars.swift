/// The bars that limit ratios within one run, with the figures of a run.
///
/// A bar whose races did not run is left out.
struct Bars {
  let findings: Findings

  init(_ measurements: [Measurement]) { findings = Findings(measurements: measurements) }

  var all: [Bar] {
    handwritten + growth + cutOff + single + collections + dashboards + againstPeersByHand
      + againstPeersByChain
  }

  /// The time per node, as a multiple of handwritten code.
  private var handwritten: [Bar] {
    [
      ratio(Deep.name, 1000, .declared, 0.7, 0.35), ratio(Deep.name, 1000, .tracked, 1.2, 0.7),
      ratio(Broad.name, 1000, .declared, 0.8, 0.6), ratio(Broad.name, 1000, .tracked, 1.2, 0.6),
      ratio(Stacked.name, 20, .declared, 0.8, 0.6), ratio(Stacked.name, 20, .tracked, 1.3, 0.6),
      ratio("create", 1000, .declared, 28, 18), ratio("create", 1000, .tracked, 45, 30),
      // Handwritten code only computes.
      ratio("create.firstRead", 100_000, .declared, 10, 6),
      ratio("create.firstRead", 100_000, .tracked, 10, 6),
      ratio("s.update1to1", 400_000, .declared, 2.2, 1.5),
      ratio("s.update1to1", 400_000, .tracked, 2.2, 1.5),
      ratio("s.update1to2", 100_000, .declared, 2, 1.5),
      ratio("s.update1to2", 100_000, .tracked, 2, 1.5),
    ].compactMap { $0 }
  }

  private func ratio(
    _ name: String, _ n: Int, _ form: Identity.Form, _ limit: Double,
    _ stretch: Double? = nil
  ) -> Bar? {
    findings.ratio(name, n, Identity(engine: .upkeep, form: form)).map {
      Bar(
        title: "\(name) \(n), \(form), against handwritten", measured: $0, limit: limit,
        stretch: stretch)
    }
  }

  /// The cost per node of a larger graph, as a multiple of a smaller one.
  private var growth: [Bar] {
    [
      growth(Deep.name, 1000, 1_000_000, .declared, 3, 2),
      growth(Deep.name, 1000, 1_000_000, .tracked, 4, 2.5),
      // Twice the time for twice the subscribers, with a tolerance of 15 %.
      growth("subscribers", 50_000, 100_000, .declared, 2.3 / 2),
      growth("subscribers", 50_000, 100_000, .tracked, 2.3 / 2),
    ].compactMap { $0 }
  }

  private func growth(
    _ name: String, _ n: Int, _ larger: Int, _ form: Identity.Form, _ limit: Double,
    _ stretch: Double? = nil
  ) -> Bar? {
    findings.growth(name, from: n, to: larger, Identity(engine: .upkeep, form: form)).map {
      Bar(
        title: "\(name) \(larger), \(form), per node, against \(n)", measured: $0, limit: limit,
        stretch: stretch)
    }
  }

  /// A change that is cut off costs the same above any number of nodes; the tolerance is 50 %.
  private var cutOff: [Bar] {
    [
      growth(CutOff.name, 1, 1000, .declared, 1.5), growth(CutOff.name, 1, 1000, .tracked, 1.5),
    ].compactMap { $0 }
  }

  /// One edit of a keyed collection with its consequences, and the creation of the lists.
  private var collections: [Bar] {
    let (edit, creation) = (ItemTaskKind.edit.name, ItemCreation<KeyedItems>.name)
    let n = 100_000
    func ratioToNaive(_ name: String) -> Double? {
      findings.ratio(name, n, UpkeepDeclared.identity, to: Naive.identity)
    }
    return [
      ratioToNaive(edit).map {
        Bar(title: "\(edit) \(n), a thousand, against one naive", measured: 1000 * $0, limit: 1)
      },
      ratio(edit, n, .declared, 3),
      ratioToNaive(creation).map {
        Bar(title: "\(creation) \(n), against naive", measured: $0, limit: 4)
      },
    ].compactMap { $0 }
  }

  /// A tick in a batch of a dashboard's ticks, against plain arrays; alone, in microseconds.
  private var dashboards: [Bar] {
    let name = Race.dashboard
    let alone = findings.find(name, 1, UpkeepDeclared.identity).map {
      Bar(
        title: "\(name) 1, in us a tick", measured: $0.nsPerNode / 1_000, limit: 20, stretch: 10)
    }
    let limits: [(Int, Double, Double?)] = [(10, 0.25, nil), (100, 0.8, 0.5), (1_000, 1.2, 1)]
    let batches = limits.compactMap { n, limit, stretch in
      findings.ratio(name, n, UpkeepDeclared.identity, to: Naive.identity).map {
        Bar(title: "\(name) \(n), against naive", measured: $0, limit: limit, stretch: stretch)
      }
    }
    return [alone].compactMap { $0 } + batches
  }

  /// One read and one write, in nanoseconds: not a ratio, so it says little on another machine.
  ///
  /// The number of instructions is the same on all machines, and `.ci/counts` limits it.
  private var single: [Bar] {
    [("read", 3.0, 40), ("write", 2.0, 30)].compactMap { name, limit, instructions in
      findings.find(name, 1, UpkeepDeclared.identity).map {
        Bar(
          title: "\(name), in ns (or \(instructions) instructions: .ci/counts)",
          measured: $0.nsPerWrite, limit: limit)
      }
    }
  }
}
