/// "deepPropagation" of kairo: a chain with an effect at its end, written to 51 times.
///
///     head -> +1 -> +1 -> ... -> +1 -> effect
///
/// Asserted: the end after each write, and an effect run for each.
struct KairoDeep: Scenario {
  static let name = "kairo.deep"
  let n = 50

  var runs: Int { operations * (n + 1) }
  var operations: Int { 51 }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations * n, effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    var end = engine.node(head)
    for _ in 0..<n { end = engine.derive(end, by: Adding(amount: 1)) }
    engine.effect(on: end, into: sink)
    let (last, length) = (end, n)
    return {
      engine.write(1, to: head)
      let before = sink.runs
      for value in 0..<50 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(last), is: length + value, "at the end", of: Self.name)
      }
      try VoidRun.unless(sink.runs - before, is: 50, "effect runs", of: Self.name)
    }
  }
}
