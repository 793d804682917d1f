/// "diamond" of kairo: five ways from the source to one sum, written to 501 times.
///
///           /-> +1 -\
///     head ---> +1 ---> sum -> effect
///           \-> +1 -/
///
/// Asserted: the sum after each write, and one effect run for each.
struct KairoDiamond: Scenario {
  static let name = "kairo.diamond"
  let n = 5

  var runs: Int { operations * (n + 2) }
  var operations: Int { 501 }

  var absences: [Race.Absence] { [.naive("it runs the effect once for each path")] }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations * (n + 1), effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    let sides = (0..<n).map { _ in engine.derive(engine.node(head), by: Adding(amount: 1)) }
    let sum = engine.derive(sides, by: AddingList(count: n))
    engine.effect(on: sum, into: sink)
    let width = n
    return {
      engine.write(1, to: head)
      try VoidRun.unless(engine.read(sum), is: 2 * width, "as the sum", of: Self.name)
      let before = sink.runs
      for value in 0..<500 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(sum), is: (value + 1) * width, "as the sum", of: Self.name)
      }
      try VoidRun.unless(sink.runs - before, is: 500, "effect runs", of: Self.name)
    }
  }
}
