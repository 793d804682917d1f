/// The computation of a derived value from a list of inputs, of which it reads those it needs, as
/// often as it likes.
protocol ChoosingStep {
  /// - Parameter read: the value of an input, by its index.
  /// - Returns: the value.
  func apply(_ read: some Inputs) -> Int
}
