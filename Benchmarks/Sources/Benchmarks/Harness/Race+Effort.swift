extension Race {
  /// The duration and the number of samples.
  struct Effort {
    let samples: Int
    /// The least thread CPU time of a sample, in nanoseconds.
    let sampleTime: Int
    /// The most time for the samples of a race, in nanoseconds; `leastSamples` are taken anyway.
    let budget: Int
    let leastSamples: Int

    /// The number of samples if a round of one sample per contender takes `roundTime` nanoseconds.
    func samples(ofRoundsThatTake roundTime: Int) -> Int {
      min(samples, max(leastSamples, budget / max(roundTime, 1)))
    }
  }
}

extension Race.Effort {
  static let full = Race.Effort(
    samples: 11, sampleTime: 5_000_000, budget: 3_000_000_000, leastSamples: 3)

  #if DEBUG
    /// One sample: in a debug build, only the answers and counts mean something.
    static let quick = Race.Effort(
      samples: 1, sampleTime: 1_000_000, budget: 0, leastSamples: 1)
  #else
    static let quick = Race.Effort(
      samples: 7, sampleTime: 2_000_000, budget: 300_000_000, leastSamples: 2)
  #endif
}
