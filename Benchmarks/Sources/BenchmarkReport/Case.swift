/// The measurement of one contender at one workload: a line of a report, an object of `--json`.
package struct Case: Equatable {
  package let key: Key
  /// Nanoseconds of thread CPU time per operation, the median of the samples.
  package let nsPerWrite: Double
  /// Nanoseconds of thread CPU time per node run.
  package let nsPerNode: Double
  /// The time per node as a multiple of the handwritten contender's, in the same run.
  package let ratioToHandwritten: Double?
  /// Derived values computed per operation.
  package let recomputations: Int
  /// Effects run per operation.
  package let effects: Int
  package let samples: Int
  /// The scatter of the samples, as a part of the median; `nil` in a case from a file.
  package let spread: Double?
  /// The yardstick, if it is not the handwritten contender.
  package let yardstick: Yardstick?

  /// The case in whose multiples this case is stated.
  package struct Yardstick: Equatable {
    package let name: String
    package let ratio: Double

    package init(name: String, ratio: Double) {
      self.name = name
      self.ratio = ratio
    }
  }

  package init(
    _ key: Key, nsPerWrite: Double, nsPerNode: Double, ratioToHandwritten: Double?,
    recomputations: Int, effects: Int, samples: Int, spread: Double? = nil,
    yardstick: Yardstick? = nil
  ) {
    self.key = key
    self.nsPerWrite = nsPerWrite
    self.nsPerNode = nsPerNode
    self.ratioToHandwritten = ratioToHandwritten
    self.recomputations = recomputations
    self.effects = effects
    self.samples = samples
    self.spread = spread
    self.yardstick = yardstick
  }
}
