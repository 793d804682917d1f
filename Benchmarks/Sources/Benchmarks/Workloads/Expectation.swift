/// The consequences of one write.
struct Expectation: Equatable {
  /// Derived values computed.
  var recomputations: Int
  /// Effects run.
  var effects: Int
  /// The sum of the values the effects were given.
  var sum: Int
  /// The value of the leaf afterwards.
  var leaf: Int
}
