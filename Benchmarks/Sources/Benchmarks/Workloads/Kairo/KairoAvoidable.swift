/// "avoidablePropagation" of kairo: a change that ends at the second derived value.
///
/// Below it are three expensive values.
///
///     head -> c1 -> 0 -> busy, +1 -> +2 -> +3 -> busy effect
///
/// Asserted: the last value after each of 1001 writes; nothing below the 0 runs.
struct KairoAvoidable: Scenario {
  static let name = "kairo.avoidable"
  let n = 5

  var runs: Int { operations * 2 }
  var operations: Int { 1001 }

  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: operations * 2, effects: 0)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let head = engine.source(0)
    let copy = engine.derive(engine.node(head), by: Adding(amount: 0))
    let zero = engine.derive([copy], by: Ignoring())
    let busy = engine.derive([zero], by: AddingBusily(amount: 1))
    let next = engine.derive(busy, by: Adding(amount: 2))
    let last = engine.derive(next, by: Adding(amount: 3))
    engine.effect(on: [last], DeliveringBusily(sink: sink))
    return {
      engine.write(1, to: head)
      try VoidRun.unless(engine.read(last), is: 6, "at the end", of: Self.name)
      for value in 0..<1000 {
        engine.write(value, to: head)
        try VoidRun.unless(engine.read(last), is: 6, "at the end", of: Self.name)
      }
    }
  }

  private struct Ignoring: ChoosingStep {
    func apply(_ read: some Inputs) -> Int {
      Opaque.consume(read(0))
      return 0
    }
  }

  private struct AddingBusily: ChoosingStep {
    let amount: Int

    func apply(_ read: some Inputs) -> Int {
      KairoAvoidable.keepBusy()
      return read(0) + amount
    }
  }

  private struct DeliveringBusily: Reaction {
    let sink: Sink

    func run(_ read: some Inputs) {
      sink.take(read(0))
      KairoAvoidable.keepBusy()
    }
  }

  /// A loop of 100 increments.
  private static func keepBusy() {
    var count = 0
    for _ in 0..<100 {
      count += 1
      Opaque.consume(count)
    }
  }
}
