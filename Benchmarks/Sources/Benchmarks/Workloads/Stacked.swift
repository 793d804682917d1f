/// Stacked diamonds: one effect run per write, though 2^n paths lead to the effect.
///
///             /-> * 2 -\          /-> * 2 -\
///     source -          +-> sum --          +-> sum ... -> effect
///             \-> 1 -  /          \-> 1 -  /
struct Stacked: Workload {
  static let name = "stacked"
  let n: Int

  var shape: Shape {
    let paths = n < 40 ? 4 * ((1 << n) - 1) : .max
    return Shape(nodes: 3 * n + 1, runs: 3 * n + 1, depth: 2 * n + 1, paths: paths)
  }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    var end = engine.node(source)
    for _ in 0..<n {
      let doubled = engine.derive(end, by: Multiplying(factor: 2))
      let mirrored = engine.derive(end, by: SubtractingFrom(minuend: 1))
      end = engine.derive(doubled, mirrored, by: AddingTwo())
    }
    engine.effect(on: end, into: sink)
    return Wiring(source: source, leaf: end)
  }

  /// The same for all contenders: an engine that follows every path refuses this shape.
  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    Expectation(recomputations: 3 * n, effects: 1, sum: value + n, leaf: value + n)
  }
}
