/// A contestant in a race, with its times per operation.
struct Lane {
  /// The shortest duration of a sample, in nanoseconds of thread CPU time.
  private static let leastTime = 1_000_000

  private(set) var times: [Double] = []
  private let contestant: any Contestant
  private var operations: Int
  /// The duration of the last warm-up sample, in nanoseconds.
  let sampleTime: Int

  /// Runs the contestant until a sample is long enough, which also warms it up.
  init(_ contestant: any Contestant, sampleTime: Int) throws {
    var operations = 1
    var elapsed = try contestant.sample(operations)
    while elapsed < sampleTime {
      let wanted = operations * sampleTime / max(elapsed, 1) + 1
      operations = min(max(wanted, operations + 1), operations * 10)
      elapsed = try contestant.sample(operations)
    }
    self.contestant = contestant
    self.operations = operations
    self.sampleTime = elapsed
  }

  /// Takes one sample.
  mutating func measure() throws {
    var elapsed = try contestant.sample(operations)
    while elapsed < Lane.leastTime {
      operations *= 2
      elapsed = try contestant.sample(operations)
    }
    times.append(Double(elapsed) / Double(operations))
  }

  var median: Double {
    let sorted = times.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  var fastest: Double { times.min() ?? 0 }
}
