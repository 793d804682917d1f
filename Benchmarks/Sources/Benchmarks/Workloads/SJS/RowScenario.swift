/// A row of S.js: with new sources, creates the effects, writes, and ends the effects.
///
/// Asserted: the effect runs, and the sum of the values that they received.
struct RowScenario: Scenario {
  static let name = "s"
  let row: Row

  var name: String { row.name }
  var n: Int { row.n }

  var runs: Int { max(1, effectRuns) }
  var isFresh: Bool { true }
  var absences: [Race.Absence] { SJS.absences }

  private var writes: Int {
    switch row.kind {
    case .creation: 1
    case .update(let writes): writes
    }
  }

  /// Each effect runs at its creation and after each write but the first, which changes nothing.
  private var effectRuns: Int { row.effects * writes }

  /// The expected sum: write i adds i to the first sum of each effect.
  private var sum: Int {
    let atFirst = (0..<row.effects).reduce(0) { $0 + row.firstSum(of: $1) }
    return writes * atFirst + row.effects * writes * (writes - 1) / 2
  }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: 0, effects: effectRuns)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let sources = SJS.sources(row.sources, in: engine)
    let nodes = sources.map { engine.node($0) }
    let (row, writes, sum) = (row, writes, sum)
    return {
      let before = sink.sum
      for effect in 0..<row.effects {
        let first = row.firstSource(of: effect)
        engine.effect(
          on: nodes[first..<first + row.reads], Delivering(count: row.reads, sink: sink))
      }
      if writes > 1, let head = sources.first {
        for value in 0..<writes { engine.batch { engine.write(value, to: head) } }
      }
      engine.endEffects()
      try VoidRun.unless(sink.sum - before, is: sum, "as the sum of all effects", of: row.name)
    }
  }
}
