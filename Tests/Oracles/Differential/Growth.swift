import Foundation
import UpkeepThread

/// The seconds of processor time that a closure takes on its thread, without other threads' work.
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

/// Measures how the cost of work grows: four times the size must not cost sixteen times as much.
///
/// The best of several tries counts, because other work shares the caches. The cost is linear if
/// one of three steps costs less than eight times as much. A single step is not enough: a step at
/// which the size outgrows a cache costs more than its share, and beside tests that take gigabytes
/// two steps of a linear cost can. A cost that grows faster than the size does so at every step.
package struct Growth: CustomStringConvertible {
  /// Each size, and the seconds that it took.
  private var points: [(size: Int, seconds: Double)]
  /// False if every step has cost eight times as much or more.
  package private(set) var isLinear = false
  /// Whether figures are compared.
  ///
  /// Under a sanitizer, whose cost of memory is arbitrary, the work runs but nothing is compared.
  package static let isMeasured = !upkeep_is_sanitized()

  package var description: String {
    let figures = points.map { size, seconds in
      "\((seconds / Double(size) * 1e11).rounded() / 100) ns each of \(size)"
    }
    return figures.joined(separator: ", ")
      + (Self.isMeasured ? "" : ", not compared under a sanitizer")
  }

  private init(_ few: Int, _ work: (Int) -> Double) {
    // The first run gives the thread its memory.
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
  ///   - few: the first size; if need be, the later ones are 4, 16 and 64 times as large.
  ///   - work: does its work at the given size.
  package init(from few: Int, _ work: (Int) -> Void) {
    self.init(few) { count in threadSeconds { work(count) } }
  }

  /// Measures by the seconds that the closure itself returns for the given size.
  package static func timed(from few: Int, _ work: (Int) -> Double) -> Growth { Growth(few, work) }
}
