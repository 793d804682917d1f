/// "createSignals" of S.js: creates `n` sources.
///
/// As many were created before, untimed. Asserted: the sum of the values.
struct SignalCreation: Scenario {
  static let name = "s.createSignals"
  let n: Int

  var runs: Int { n }
  var isFresh: Bool { true }
  var absences: [Race.Absence] { SJS.absences + [SJS.hasNoForm] }

  func counts(of contender: Identity) -> Counts { Counts(recomputations: 0, effects: 0) }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let (existing, n) = (SJS.sources(n, in: engine), n)
    return {
      let created = (0..<n).map { engine.source($0) }
      Opaque.consume(engine.read(engine.node(created[n - 1])))
      withExtendedLifetime((existing, created)) {}
    }
  }
}
