/// The expected consequences of one write.
struct Expectation: Equatable {
  /// The number of computed derived values.
  var recomputations: Int
  /// The number of effect runs.
  var effects: Int
  /// The sum of the values that the effects received.
  var sum: Int
  /// The value of the leaf after the write.
  var leaf: Int
}
