import Differential
import Testing
import UpkeepThread

/// Four times as many cost about four times as much, and not sixteen times. Under the address sanitizer, whose memory
/// costs what it will, the work is only done.
func expectLinear(
  from few: Int, _ work: (Int) -> Void, sourceLocation: SourceLocation = #_sourceLocation
) {
  if upkeep_is_sanitized() { return work(few) }
  var short = Double.infinity
  var long = Double.infinity
  // The best of several, for caches are shared with what runs at the same time.
  for _ in 0..<5 where !(long < short * 10) {
    short = min(short, threadSeconds { work(few) })
    long = min(long, threadSeconds { work(4 * few) })
  }
  #expect(
    long < short * 10, "\(short) s for \(few), \(long) s for \(4 * few)",
    sourceLocation: sourceLocation)
}
