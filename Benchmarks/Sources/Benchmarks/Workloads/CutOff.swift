/// A change that ends at the second derived value, above a chain that must not run.
///
///     source -> +0 -> always 0 -> +1 -> +1 -> ... -> +1 -> effect (must not run)
struct CutOff: Workload {
  static let name = "cutoff"
  let n: Int

  var shape: Shape { Shape(nodes: n + 3, runs: 2, depth: n + 3, paths: 2) }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    let copy = engine.derive(engine.node(source), by: Adding(amount: 0))
    var end = engine.derive(copy, by: Multiplying(factor: opaqueZero))
    for _ in 0..<n { end = engine.derive(end, by: Adding(amount: 1)) }
    engine.effect(on: end, into: sink)
    return Wiring(source: source, leaf: end)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    Expectation(recomputations: 2, effects: 0, sum: 0, leaf: n)
  }

  /// A factor that the optimiser does not know, so that the input must be read.
  private var opaqueZero: Int { Opaque.hidden(0) }
}
