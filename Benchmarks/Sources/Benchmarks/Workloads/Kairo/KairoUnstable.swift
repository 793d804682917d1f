/// "unstable" of kairo: a derived value whose inputs change at every write.
///
///           /-> double ---\
///     head ----------------> current -> effect
///           \-> inverse --/
///
/// `current` asks 20 times whether the head is odd, and adds the double if it is, otherwise the
/// inverse. Asserted: the first answer, and one effect run for each write.
struct KairoUnstable: Scenario {
  static let name = "kairo.unstable"
  let n = 20

  var runs: Int { operations * 3 }
  var operations: Int { 101 }

  var absences: [Race.Absence] {
    [
      .declared("what is read changes with every write"),
      .naive("it runs the effect once for each path"),
      .observation("it tells the sum before what the sum reads, and again after it"),
    ]
  }

  /// Handwritten code knows the possible inputs, not the inputs that are read: it computes both.
  func counts(of contender: Identity) -> Counts {
    let inputs = contender == Handwritten.identity ? 2 : 1
    return Counts(recomputations: operations * (inputs + 1), effects: operations)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    let double = engine.derive(engine.node(head), by: Multiplying(factor: 2))
    let inverse = engine.derive(engine.node(head), by: SubtractingFrom(minuend: 0))
    let current = engine.derive(
      [engine.node(head), double, inverse], by: ReadingByParity(times: n))
    engine.effect(on: current, into: sink)
    return {
      engine.write(1, to: head)
      try VoidRun.unless(engine.read(current), is: 40, "as the sum", of: Self.name)
      let before = sink.runs
      for value in 0..<100 { engine.write(value, to: head) }
      try VoidRun.unless(sink.runs - before, is: 100, "effect runs", of: Self.name)
    }
  }

  private struct ReadingByParity: ChoosingStep {
    let times: Int

    func apply(_ read: some Inputs) -> Int {
      var sum = 0
      for _ in 0..<times { sum &+= read(0) % 2 != 0 ? read(1) : read(2) }
      return sum
    }
  }
}
