extension Race {
  /// The duration and the number of measurements.
  struct Effort {
    let samples: Int
    /// The thread CPU time a sample is to take at least, in nanoseconds.
    let sampleTime: Int
    /// The time that the samples of a race are to take at most, in nanoseconds, as long as there are
    /// `leastSamples`.
    let budget: Int
    let leastSamples: Int

    /// The number of samples to take when one of each contender takes so long, in nanoseconds.
    func samples(ofRoundsThatTake roundTime: Int) -> Int {
      min(samples, max(leastSamples, budget / max(roundTime, 1)))
    }
  }
}

extension Race.Effort {
  static let full = Race.Effort(
    samples: 11, sampleTime: 5_000_000, budget: 3_000_000_000, leastSamples: 3)

  #if DEBUG
    /// Once: a debug build's times mean nothing, but its answers and counts do.
    static let quick = Race.Effort(
      samples: 1, sampleTime: 1_000_000, budget: 0, leastSamples: 1)
  #else
    static let quick = Race.Effort(
      samples: 7, sampleTime: 2_000_000, budget: 300_000_000, leastSamples: 2)
  #endif
}
