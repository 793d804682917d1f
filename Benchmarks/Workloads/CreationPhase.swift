/// What becomes of `n` stored values, each with a derived value and that with an effect, in phases.
///
///     source i -> +1 -> effect
///
/// The operation is a phase, on a new graph that has gone through the phases before. Asserted: the values,
/// or the effect runs. The time per node is per derived value or per effect.
struct CreationPhase: Scenario {
  enum Phase: String, CaseIterable {
    /// Creates the derived values and reads each once.
    case derived
    /// Creates the effects.
    case effects
    /// Ends the effects.
    case disposal
  }

  static let name = "create"
  let phase: Phase
  let n: Int

  var name: String { "create.\(phase)" }
  var runs: Int { n }
  var isFresh: Bool { true }
  var absences: [Race.Absence] { SJS.absences }

  func counts(of contender: Identity) -> Counts {
    switch phase {
    case .derived: Counts(recomputations: n, effects: 0)
    case .effects: Counts(recomputations: 0, effects: n)
    case .disposal: Counts(recomputations: 0, effects: 0)
    }
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) throws -> Script {
    let sources = (0..<n).map { engine.source($0) }
    var derived: [E.Node] = []
    derived.reserveCapacity(n)
    let derive = {
      for source in sources {
        derived.append(engine.derive(engine.node(source), by: Adding(amount: 1)))
      }
      for (value, node) in derived.enumerated() {
        try VoidRun.unless(engine.read(node), is: value + 1, "as a value", of: "create")
      }
    }
    let react = { for node in derived { engine.effect(on: node, into: sink) } }
    if phase == .derived { return derive }
    try derive()
    if phase == .effects { return react }
    react()
    return { engine.endEffects() }
  }
}
