/// The computation of a derived value from one input.
protocol UnaryStep {
  func apply(_ input: Int) -> Int
  /// The step for the `raw` contender: a C function, and its constant.
  var raw: RawStep { get }
  /// The tally that counts the applications; `nil` in timed graphs.
  var tally: Tally? { get }
}

/// The computation of a derived value from two inputs.
protocol BinaryStep {
  func apply(_ first: Int, _ second: Int) -> Int
  var raw: RawStep { get }
  var tally: Tally? { get }
}

/// The computation of a derived value from a list of inputs, one after the other.
protocol FoldStep {
  /// Returns the partial result before the first input; called once per computation.
  func begin() -> Int
  func fold(_ partial: Int, _ input: Int) -> Int
  var raw: RawStep { get }
  var tally: Tally? { get }
}

extension UnaryStep {
  var tally: Tally? { nil }
}

extension BinaryStep {
  var tally: Tally? { nil }
}

extension FoldStep {
  var tally: Tally? { nil }
}
