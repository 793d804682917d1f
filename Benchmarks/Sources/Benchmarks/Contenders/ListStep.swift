/// A list that a derived value has made.
///
/// Each list is a new object and equal to no other, so it is a change whatever it contains.
final class List {
  let items: [Int]

  init(_ items: [Int]) { self.items = items }
}

/// The computation of a derived list.
protocol ListingStep {
  /// - Parameter read: the value of an input, by its index.
  /// - Returns: the content of the list.
  func apply(_ read: some Inputs) -> [Int]
}

/// The computation of a derived value from a list and other inputs, which it may read or not.
protocol ListReadingStep {
  /// - Parameters:
  ///   - list: reads the list.
  ///   - read: the value of another input, by its index.
  /// - Returns: the value.
  func apply(_ list: () -> List, _ read: some Inputs) -> Int
}
