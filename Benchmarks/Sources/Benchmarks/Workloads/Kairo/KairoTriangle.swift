/// "triangle" of kairo: the sum of a source and of the first nine members of a chain below it.
///
/// The source is written 101 times.
///
///     head -> +1 -> +1 -> ... -> +1 -> +1 (without readers)
///       \      \      \            \
///        +------+------+-- ... -----+-> sum -> effect
///
/// Asserted: the sum, and one effect run, after each write. Only engines that compute values
/// without readers compute the chain's tenth member.
struct KairoTriangle: Scenario {
  static let name = "kairo.triangle"
  let n = 10

  var runs: Int { operations * (n + 1) }
  var operations: Int { 101 }

  var absences: [Race.Absence] {
    [
      .naive("it runs the effect once for each path"),
      .observation("it tells the sum before the chain, and again for each of its members"),
    ]
  }

  func counts(of contender: Identity) -> Counts {
    let unread = contender == Handwritten.identity ? 1 : 0
    return Counts(recomputations: operations * (n + unread), effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    var levels = [engine.node(head)]
    for level in 0..<n { levels.append(engine.derive(levels[level], by: Adding(amount: 1))) }
    let sum = engine.derive(Array(levels.prefix(n)), by: AddingList(count: n))
    engine.effect(on: sum, into: sink)
    // The unread end of the chain lives as long as the script.
    let chain = levels
    return {
      engine.write(1, to: head)
      try VoidRun.unless(engine.read(sum), is: 55, "as the sum", of: Self.name)
      let before = sink.runs
      for value in 0..<100 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(sum), is: 45 + 10 * value, "as the sum", of: Self.name)
      }
      try VoidRun.unless(sink.runs - before, is: 100, "effect runs", of: Self.name)
      withExtendedLifetime(chain) {}
    }
  }
}
