import Differential
import Testing

/// Expects that four times as many cost about four times as much, and not sixteen times; and so once more.
///
/// - Parameters:
///   - fewest: how many are tried first; then four times as many, then sixteen times.
///   - sourceLocation: filled in by the compiler.
///   - work: does as many as it is told.
func expectLinear(
  from fewest: Int = 500, sourceLocation: SourceLocation = #_sourceLocation, _ work: (Int) -> Void
) {
  let counts = [fewest, fewest * 4, fewest * 16]
  var seconds = counts.map { _ in Double.infinity }
  var isLinear: Bool { seconds[1] < seconds[0] * 10 && seconds[2] < seconds[1] * 10 }
  // The best of several, for caches are shared with what runs at the same time.
  for _ in 0..<5 where !isLinear {
    for (index, count) in counts.enumerated() {
      seconds[index] = min(seconds[index], threadSeconds { work(count) })
    }
  }
  // Linear is 4 and quadratic 16.
  #expect(isLinear, "\(seconds) s for \(counts)", sourceLocation: sourceLocation)
}
