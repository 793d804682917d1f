import Upkeep

/// The phases of a chain of `n`, other than updates.
///
///     source -> +1 -> +1 -> ... -> +1 -> effect
///
/// The operation is a phase; the time per node is per derived value.
final class ChainPhase: Contestant {
  enum Phase: String, CaseIterable {
    /// The yardstick: one write to a chain that is up to date.
    case update
    /// The effect's first run; the values above the effect were never read.
    case cold
    /// The end of the effect, after which the chain is not needed; the chain is also released.
    case disposal
  }

  /// A chain whose values were never read.
  private struct Chain {
    let source = StoredProperty(0)
    let end: Property<Int>

    init(n: Int, _ form: Identity.Form) {
      var end: Property<Int> = source
      for _ in 0..<n {
        let input = end
        end =
          form == .declared
          ? DerivedProperty(input) { $0 + 1 } : DerivedProperty { input.value + 1 }
      }
      self.end = end
    }
  }

  private let n: Int
  private let phase: Phase
  private let form: Identity.Form

  init(_ phase: Phase, n: Int, _ form: Identity.Form) {
    (self.n, self.phase, self.form) = (n, phase, form)
  }

  func sample(_ operations: Int) throws -> Int {
    var elapsed = 0
    for _ in 0..<operations { elapsed += try runOnce() }
    return elapsed
  }

  /// Goes through all phases with a new chain; returns the time of one phase.
  private func runOnce() throws -> Int {
    let sink = Sink()
    let updater = Updater()
    var chain: Chain? = Chain(n: n, form)
    let source = chain?.source
    var times: [Phase: Int] = [:]
    func measure(_ phase: Phase, _ body: () -> Void) {
      let start = ThreadClock.now
      body()
      times[phase] = ThreadClock.now - start
    }
    var token: EffectToken?
    measure(.cold) {
      guard let end = chain?.end else { return }
      token =
        form == .declared
        ? updater.keepUpToDate(dependencies: [end]) { sink.take(end.value) }
        : updater.keepUpToDate { sink.take(end.value) }
    }
    measure(.update) { source?.value = 1 }
    measure(.disposal) {
      token?.cancel()
      chain = nil
    }
    source?.value = 2
    try VoidRun.unless(sink.runs, is: 2, "effect runs", of: "a chain")
    try VoidRun.unless(sink.sum, is: 2 * n + 1, "as the sum of all effects", of: "a chain")
    return times[phase] ?? 0
  }
}

extension Race {
  /// The races of the phases, as multiples of an update.
  static var chainPhases: [Race] {
    ChainPhase.Phase.allCases.filter { $0 != .update }.flatMap { phase in
      [Identity.Form.declared, .tracked].map { form in
        against(
          "update", "deep.\(phase)", n: 1000, form, counts: Counts(recomputations: 0, effects: 1)
        ) { ChainPhase($0 ? phase : .update, n: 1000, form) }
      }
    }
  }
}
