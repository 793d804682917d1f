/// The tree of alien-signals' "memoryUsage": chains with an effect on each member.
///
/// `width` chains of `n` begin at one source.
///
///             /-> +1 -> +1 -> ... -> +1
///     source -     |     |            |
///             \-> effect effect     effect
struct MemoryTree: Workload {
  static let name = "mem.tree"
  let width: Int
  /// The length of a chain.
  let n: Int

  var shape: Shape {
    let nodes = 2 * width * n
    return Shape(nodes: nodes, runs: nodes, depth: n + 1, paths: nodes)
  }

  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E> {
    let source = engine.source(0)
    var end = engine.node(source)
    for _ in 0..<width {
      end = engine.node(source)
      for _ in 0..<n {
        end = engine.derive(end, by: Adding(amount: 1))
        engine.effect(on: end, into: sink)
      }
    }
    return Wiring(source: source, leaf: end)
  }

  func expectation(for value: Int, _ visits: Visits) -> Expectation {
    Expectation(
      recomputations: width * n, effects: width * n,
      sum: width * (n * value + n * (n + 1) / 2), leaf: value + n)
  }
}
