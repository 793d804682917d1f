import Foundation
import UpkeepThread

/// The seconds of processor time that a closure takes on its thread: what other threads do meanwhile does not count.
package func threadSeconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  body()
  return now() - start
}

/// The growth of the cost of some work with its size: four times as much is to cost about four times as much, and not
/// sixteen times.
///
/// The best of several tries counts, for caches are shared with what runs at the same time. Where a cache is too small
/// from some size on, one step of the size costs more than its part; a cost that grows faster than the size goes on
/// doing so. So when the first step is too large, the next one is looked at, and after that a third: beside tests that
/// take gigabytes, two steps of a linear cost have been too large. The cost is linear if one of the three is not.
package struct Growth: CustomStringConvertible {
  /// Each size, and the seconds that it took.
  private var points: [(size: Int, seconds: Double)]
  /// False if each step has cost eight times as much or more.
  package private(set) var isLinear = false
  /// Whether figures are compared.
  ///
  /// Under a sanitizer, whose memory costs what it will, the work is only done.
  package static let isMeasured = !upkeep_is_sanitized()

  package var description: String {
    let figures = points.map { size, seconds in
      "\((seconds / Double(size) * 1e11).rounded() / 100) ns each of \(size)"
    }
    return figures.joined(separator: ", ")
      + (Self.isMeasured ? "" : ", not compared under a sanitizer")
  }

  private init(_ few: Int, _ work: (Int) -> Double) {
    // The first time, the thread gets its memory.
    points = [(few, work(few))]
    if !Self.isMeasured {
      points.append((4 * few, work(4 * few)))
      isLinear = true
    }
    for size in [4 * few, 16 * few, 64 * few] where !isLinear {
      points.append((size, .infinity))
      for _ in 0..<5 where !isLinear {
        for index in points.indices.suffix(2) {
          points[index].seconds = min(points[index].seconds, work(points[index].size))
        }
        let step = points.suffix(2).map(\.seconds)
        isLinear = step[1] < step[0] * 8
      }
    }
  }

  /// Measures a closure.
  ///
  /// - Parameters:
  ///   - few: how many are tried first; then four times as many, and sixteen and 64 times if need be.
  ///   - work: does as many as it is told.
  package init(from few: Int, _ work: (Int) -> Void) {
    self.init(few) { count in threadSeconds { work(count) } }
  }

  /// Measures by what a closure says: it does as many as it is told, and returns how many seconds that took.
  package static func timed(from few: Int, _ work: (Int) -> Double) -> Growth { Growth(few, work) }
}
