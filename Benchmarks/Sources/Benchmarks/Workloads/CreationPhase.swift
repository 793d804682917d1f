/// The phases of making `n` stored values, each with a derived value and an effect on that.
///
///     source i -> +1 -> effect
///
/// The operation is a phase, on a new graph after the phases before. Asserted: the values, or the
/// effect runs. The time per node is per derived value or per effect.
struct CreationPhase: Scenario {
  enum Phase: String, CaseIterable {
    /// Creates the stored values.
    case stored
    /// Creates the derived values without computing them, if the engine can.
    case unread
    /// Reads each of the unread values once.
    case firstRead
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
  var absences: [Race.Absence] {
    SJS.absences + (phase == .stored ? [SJS.hasNoForm] : [])
  }

  func counts(of contender: Identity) -> Counts {
    let isEager = contender == Handwritten.identity
    return switch phase {
    case .stored: Counts(recomputations: 0, effects: 0)
    case .unread: Counts(recomputations: isEager ? n : 0, effects: 0)
    case .firstRead: Counts(recomputations: isEager ? 0 : n, effects: 0)
    case .derived: Counts(recomputations: n, effects: 0)
    case .effects: Counts(recomputations: 0, effects: n)
    case .disposal: Counts(recomputations: 0, effects: 0)
    }
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) throws -> Script {
    var sources: [E.Source] = []
    var derived: [E.Node] = []
    sources.reserveCapacity(n)
    derived.reserveCapacity(n)
    let n = n
    let store = { for value in 0..<n { sources.append(engine.source(value)) } }
    let derive = {
      for source in sources {
        derived.append(engine.deriveUnread(engine.node(source), by: Adding(amount: 1)))
      }
    }
    let read = {
      for (value, node) in derived.enumerated() {
        try VoidRun.unless(engine.read(node), is: value + 1, "as a value", of: "create")
      }
    }
    let react = { for node in derived { engine.effect(on: node, into: sink) } }
    if phase == .stored { return store }
    store()
    switch phase {
    case .stored, .unread: return derive
    case .firstRead:
      derive()
      return read
    case .derived:
      return {
        derive()
        try read()
      }
    case .effects, .disposal:
      derive()
      try read()
      if phase == .effects { return react }
      react()
      return { engine.endEffects() }
    }
  }
}
