/// The measurement of one contender in one race.
///
/// All its answers and counts were asserted: a wrong one ends the run.
struct Measurement {
  let name: String
  let identity: Identity
  let n: Int
  /// Nanoseconds of thread CPU time per operation, the median of the samples.
  ///
  /// The operation is a write, unless the workload says otherwise.
  let nsPerWrite: Double
  /// Nanoseconds of thread CPU time per node run.
  let nsPerNode: Double
  /// The time per node as a multiple of the yardstick's, in the same run; `nil` without one.
  let ratio: Double?
  /// The name of the yardstick: the handwritten contender, or the one that the workload names.
  let ratioTo: String
  /// The fastest sample of a yardstick outside the race, in nanoseconds per operation.
  let yardstickFastest: Double?
  /// Derived values computed per operation.
  let recomputations: Int
  /// Effects run per operation.
  let effects: Int
  let samples: Int
  /// The standard deviation of the samples, as a part of the median.
  let spread: Double
  /// The fastest sample, in nanoseconds per operation.
  let fastest: Double

  var ratioToHandwritten: Double? { ratioTo == "handwritten" ? ratio : nil }
}
