import Differential
import Testing

/// Expects that four times the work costs about four times as much, and not sixteen: see `Growth`.
func expectLinear(
  from few: Int = amount(500, long: 4_000), sourceLocation: SourceLocation = #_sourceLocation,
  _ work: (Int) -> Void
) {
  let growth = Growth(from: few, work)
  #expect(growth.isLinear, "\(growth)", sourceLocation: sourceLocation)
}
