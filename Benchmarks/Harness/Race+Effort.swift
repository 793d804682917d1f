extension Race {
  /// How long and how often to measure.
  struct Effort {
    let samples: Int
    /// The thread CPU time a sample is to take at least, in nanoseconds.
    let sampleTime: Int
  }
}

extension Race.Effort {
  static let full = Race.Effort(samples: 11, sampleTime: 5_000_000)

  #if DEBUG
    /// Once: a debug build's times mean nothing, but its answers and counts do.
    static let quick = Race.Effort(samples: 1, sampleTime: 1_000_000)
  #else
    static let quick = Race.Effort(samples: 7, sampleTime: 2_000_000)
  #endif
}
