/// "molBench" of kairo: two sources, five derived values (one of them a list), and three effects.
///
/// The script makes two batches of two writes. Most of the time goes into `hard`, which calls
/// itself 3193 times and is called five times. Upstream asserts nothing; this version asserts the
/// computations, the effect runs and their log.
struct KairoMolBench: Scenario {
  static let name = "kairo.molBench"
  let n = 5

  var runs: Int { 13 }

  var absences: [Race.Absence] {
    [
      .declared("what is read changes with every write"),
      .naive("it runs the effects once for each path"),
      .observation("it tells values before what they read, and again after it"),
    ]
  }

  /// Handwritten code computes E in both batches; only one of them reads it.
  func counts(of contender: Identity) -> Counts {
    Counts(recomputations: contender == Handwritten.identity ? 10 : 9, effects: 4)
  }

  func build<E: GeneralEngine>(in engine: E, into sink: Sink) -> Script {
    let (a, b) = (engine.source(0), engine.source(0))
    let (nodeA, nodeB) = (engine.node(a), engine.node(b))
    let c = engine.derive([nodeA, nodeB], by: AddingParities())
    let d = engine.list([nodeA, nodeB], by: ListingParities())
    let e = engine.derive(d, [c, nodeA], by: HardSum())
    let f = engine.derive(d, [nodeB], by: HardItem())
    let g = engine.derive(d, [c, e, f], by: AddingAllParts())
    let log = Log(sink: sink)
    engine.effect(on: [g], LoggingHard(log: log))
    engine.effect(on: [g], Logging(log: log))
    engine.effect(on: [f], LoggingHard(log: log))
    var round = 0
    return {
      round += 1
      let (odd, even) = (1 + 2 * round, 2 + 2 * round)
      log.clear()
      engine.batch {
        engine.write(1, to: b)
        engine.write(odd, to: a)
      }
      engine.batch {
        engine.write(even, to: a)
        engine.write(2, to: b)
      }
      // G is 1607 after the first batch and 1604 after the second; F stays the same.
      let expected = [1607 + 1597, 1607, 1604 + 1597, 1604]
      try VoidRun.unless(
        log.values == expected ? 1 : 0, is: 1, "log like \(expected)", of: "\(log.values)")
    }
  }
}
