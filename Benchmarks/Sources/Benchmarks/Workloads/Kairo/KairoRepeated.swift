/// "repeatedObservers" of kairo: a derived value that reads its only input 30 times.
///
///     head => sum -> effect
///
/// Asserted: the sum after each write, and one effect run for each.
struct KairoRepeated: Scenario {
  static let name = "kairo.repeated"
  let n = 30

  var runs: Int { operations * 2 }
  var operations: Int { 101 }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations, effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    let sum = engine.derive([engine.node(head)], by: ReadingRepeatedly(times: n))
    engine.effect(on: sum, into: sink)
    let times = n
    return {
      engine.write(1, to: head)
      try VoidRun.unless(engine.read(sum), is: times, "as the sum", of: Self.name)
      let before = sink.runs
      for value in 0..<100 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(sum), is: times * value, "as the sum", of: Self.name)
      }
      try VoidRun.unless(sink.runs - before, is: 100, "effect runs", of: Self.name)
    }
  }

  private struct ReadingRepeatedly: ChoosingStep {
    let times: Int

    func apply(_ read: some Inputs) -> Int {
      var sum = 0
      for _ in 0..<times { sum &+= read(0) }
      return sum
    }
  }
}
