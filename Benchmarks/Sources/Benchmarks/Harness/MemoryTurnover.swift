import AllocationCounter
import BenchmarkReport

/// The memory of a million objects that are made, linked and dropped, in three rounds.
///
/// A third of the objects are stored values, a third derived values of these, and a third effects
/// on the derived values; half are declared and half are tracked. Together they may take at most
/// 1.2 times the bytes that `Bytes` counts for each kind alone. The third round must take, and
/// leave, as much memory as the first, with a tolerance of one part in ten thousand, because the
/// allocator does not fill every gap.
struct MemoryTurnover {
  private let parts: [Bytes]
  private let count: Int
  /// The peak of the heap in each round, and its size after the round, beyond the start.
  private let rounds: [(most: Int, rest: Int)]

  /// Runs the rounds.
  init(_ parts: [Bytes]) {
    self.parts = parts
    let count = 166_667
    let start = heap_bytes()
    self.count = count
    rounds = (0..<3).map { _ in
      (Self.bytesOfGraphs(count) - start, heap_bytes() - start)
    }
  }

  private static func bytesOfGraphs(_ count: Int) -> Int {
    let graphs: (AnyObject, AnyObject) = (
      TurnoverGraph<UpkeepDeclared>(count), TurnoverGraph<UpkeepTracked>(count)
    )
    return withExtendedLifetime(graphs) { heap_bytes() }
  }

  /// The verdict on the rounds.
  var verdict: Verdict {
    let sum = parts.reduce(0) { $0 + $1.stored + $1.derived + $1.effect + 3 * Double(Bytes.name) }
    let (first, last) = (rounds[0], rounds[2])
    let ratio = Double(first.most) / Double(count) / sum
    let growth = max(last.most - first.most, last.rest - first.rest)
    let isPassed = ratio <= 1.2 && growth <= first.most / 10_000
    return Verdict(
      isPassed: isPassed,
      sentence:
        "turnover \(isPassed ? "passed" : "FAILED"): \(6 * count) objects made, linked and dropped, three times: "
        + "expected at most 1.2 times the bytes of the parts and no growth, found \(ratio.short) times and "
        + "\(growth) bytes.")
  }
}

/// Chains of a stored value, a derived value and an effect.
private final class TurnoverGraph<E: Engine> {
  private let engine = E()
  private let sink = Sink()
  private var sources: [E.Source] = []
  private var nodes: [E.Node] = []

  init(_ count: Int) {
    sources.reserveCapacity(count)
    nodes.reserveCapacity(count)
    for value in 0..<count {
      sources.append(engine.source(value))
      nodes.append(engine.derive(engine.node(sources[value]), by: Adding(amount: 1)))
      engine.effect(on: nodes[value], into: sink)
    }
  }
}
