/// What a derived value computes from one input.
protocol UnaryStep {
  func apply(_ input: Int) -> Int
  /// The same for the `raw` contender: a C function and what it needs besides its input.
  var raw: RawStep { get }
  /// Where each application is noted; `nil` in timed graphs.
  var tally: Tally? { get }
}

/// What a derived value computes from two inputs.
protocol BinaryStep {
  func apply(_ first: Int, _ second: Int) -> Int
  var raw: RawStep { get }
  var tally: Tally? { get }
}

/// What a derived value computes from a list of inputs, one after the other.
protocol FoldStep {
  /// The result so far before the first input; called once per computation.
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
