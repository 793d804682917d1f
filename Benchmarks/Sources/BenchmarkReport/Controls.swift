/// The machine's part in the difference between two runs, as the controls show it.
///
/// Controls are the cases of other engines: no change of this library affects them. A case is
/// compared with the controls of its own race, which took turns with it, because a machine may be
/// slow for one race and fast for the next.
struct Controls {
  /// The factor by which everything takes longer than before, with its certainty.
  struct Machine {
    /// The median of the controls.
    let drift: Double
    /// The scatter of the controls around the median, as a standard deviation.
    let scatter: Double
    /// The difference that 95 % of the controls stay below; it has no cause in the library.
    let worst: Double
  }

  private struct Race: Hashable {
    let name: String
    let n: Int
    init(_ key: Key) { (name, n) = (key.name, key.n) }
  }

  let count: Int
  /// The machine's part by all controls together.
  let machine: Machine
  private let races: [Race: Machine]

  /// - Parameter factors: the factor by which each control takes longer than before.
  init(_ factors: [(key: Key, factor: Double)]) {
    count = factors.count
    let all = factors.map(\.factor)
    let drift = all.isEmpty ? 1 : Spread.quantile(0.5, of: all)
    let deviations = all.map { abs($0 / drift - 1) }
    machine = Machine(
      drift: drift, scatter: Controls.scatter(deviations),
      worst: Spread.quantile(0.95, of: deviations))
    let groups = Dictionary(grouping: factors) { Race($0.key) }.mapValues { group in
      let drift = Spread.quantile(0.5, of: group.map(\.factor))
      return (drift: drift, deviations: group.map { abs($0.factor / drift - 1) })
    }
    // A single control does not show how controls differ.
    let several = groups.values.filter { $0.deviations.count > 1 }.flatMap(\.deviations)
    let scatter = Controls.scatter(several)
    races = groups.mapValues { group in
      let own = group.deviations.count > 1 ? group.deviations : several
      return Machine(
        drift: group.drift, scatter: scatter, worst: Spread.quantile(0.95, of: own))
    }
  }

  /// The machine's part by the controls of the case's own race; `nil` if it has none.
  func machine(for key: Key) -> Machine? { races[Race(key)] }

  /// The scatter by the median deviation, as the standard deviation of a normal distribution.
  private static func scatter(_ deviations: [Double]) -> Double {
    Spread.quantile(0.5, of: deviations) * 1.4826
  }
}
