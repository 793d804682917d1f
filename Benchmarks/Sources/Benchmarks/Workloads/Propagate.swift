/// alien-signals' grid, "propagate w x h": chains with an effect at the end of each.
///
/// `width` chains of `n` begin at one source.
///
///             /-> +1 -> +1 -> ... -> +1 -> effect
///     source ---> +1 -> +1 -> ... -> +1 -> effect
///             \-> +1 -> +1 -> ... -> +1 -> effect
struct Propagate: Workload {
  static let name = "propagate"
  let width: Int
  /// The length of a chain.
  let n: Int

  var name: String { "propagate.\(width)x\(n)" }

  var shape: Shape {
    let nodes = width * (n + 1)
    return Shape(nodes: nodes, runs: nodes, depth: n + 1, paths: nodes)
  }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    var end = engine.node(source)
    for _ in 0..<width {
      end = engine.node(source)
      for _ in 0..<n { end = engine.derive(end, by: Adding(amount: 1)) }
      engine.effect(on: end, into: sink)
    }
    return Wiring(source: source, leaf: end)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    Expectation(
      recomputations: width * n, effects: width, sum: width * (value + n), leaf: value + n)
  }
}
