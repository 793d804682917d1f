/// "broadPropagation" of kairo: short branches from one source, written to 51 times.
///
///           /-> + 0 -> +1 -> effect
///     head ---> + 1 -> +1 -> effect
///           \-> + 2 -> +1 -> effect
///
/// Asserted: the end of the last branch, and a run of every effect, after each write.
struct KairoBroad: Scenario {
  static let name = "kairo.broad"
  let n = 50

  var runs: Int { operations * 3 * n }
  var operations: Int { 51 }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations * 2 * n, effects: operations * n)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    var end = engine.node(head)
    for branch in 0..<n {
      let first = engine.derive(engine.node(head), by: Adding(amount: branch))
      end = engine.derive(first, by: Adding(amount: 1))
      engine.effect(on: end, into: sink)
    }
    let (last, width) = (end, n)
    return {
      engine.write(1, to: head)
      let before = sink.runs
      for value in 0..<50 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(last), is: width + value, "at the end", of: Self.name)
      }
      try VoidRun.unless(sink.runs - before, is: 50 * width, "effect runs", of: Self.name)
    }
  }
}
