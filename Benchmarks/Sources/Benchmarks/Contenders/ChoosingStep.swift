/// The computation of a derived value that chooses which inputs of a list to read, and how often.
protocol ChoosingStep {
  /// - Parameter read: the value of an input, by its index.
  /// - Returns: the value.
  func apply(_ read: some Inputs) -> Int
}
