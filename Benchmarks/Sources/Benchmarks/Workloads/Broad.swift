/// Many short branches from one source.
///
///             /-> + 0 -> +1 -> effect
///     source ---> + 1 -> +1 -> effect
///             \-> + 2 -> +1 -> effect
struct Broad: Workload {
  static let name = "broad"
  let n: Int

  var shape: Shape { Shape(nodes: 3 * n, runs: 3 * n, depth: 3, paths: 3 * n) }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    var last = engine.node(source)
    for branch in 0..<n {
      let first = engine.derive(engine.node(source), by: Adding(amount: branch))
      last = engine.derive(first, by: Adding(amount: 1))
      engine.effect(on: last, into: sink)
    }
    return Wiring(source: source, leaf: last)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    let sumOfBranches = n * (n - 1) / 2
    return Expectation(
      recomputations: 2 * n, effects: n, sum: n * (value + 1) + sumOfBranches, leaf: value + n)
  }
}
