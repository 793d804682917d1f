/// Several paths from the source to one sum.
///
///             /-> +1 -\
///     source ---> +1 ---> sum -> effect
///             \-> +1 -/
struct Diamond: Workload {
  static let name = "diamond"
  let n: Int

  var shape: Shape { Shape(nodes: n + 2, runs: n + 2, depth: 3, paths: 3 * n) }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    let sides = (0..<n).map { _ in engine.derive(engine.node(source), by: Adding(amount: 1)) }
    let sum = engine.derive(sides, by: AddingAll())
    engine.effect(on: sum, into: sink)
    return Wiring(source: source, leaf: sum)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    let sum = n * (value + 1)
    switch visits {
    case .oncePerNode:
      return Expectation(recomputations: n + 1, effects: 1, sum: sum, leaf: sum)
    case .oncePerPath:
      // The sum is delivered once for each path, and rises by one each time, from n * value.
      let delivered = n * n * value + n * (n + 1) / 2
      return Expectation(recomputations: 2 * n, effects: n, sum: delivered, leaf: sum)
    }
  }
}
