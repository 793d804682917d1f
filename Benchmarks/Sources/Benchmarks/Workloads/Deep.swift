/// A chain, with an effect at its end.
///
///     source -> +1 -> +1 -> ... -> +1 -> effect
///
/// The time per node is per derived value, as in the published figures.
struct Deep: Workload {
  static let name = "deep"
  let n: Int

  var shape: Shape { Shape(nodes: n + 1, runs: n, depth: n + 1, paths: n + 1) }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    var end = engine.node(source)
    for _ in 0..<n { end = engine.derive(end, by: Adding(amount: 1)) }
    engine.effect(on: end, into: sink)
    return Wiring(source: source, leaf: end)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    Expectation(recomputations: n, effects: 1, sum: value + n, leaf: value + n)
  }
}
