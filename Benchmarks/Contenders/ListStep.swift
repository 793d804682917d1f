/// A list made by a derived value. It is a new object each time, and equal to no other: a change, whatever
/// it holds.
final class List {
  let items: [Int]

  init(_ items: [Int]) { self.items = items }
}

/// What a derived value computes a list from.
protocol ListingStep {
  /// - Parameter read: the value of an input, by its index.
  /// - Returns: what the list is to hold.
  func apply(_ read: some Inputs) -> [Int]
}

/// What a derived value computes from a list and other inputs, of which it reads those it needs.
protocol ListReadingStep {
  /// - Parameters:
  ///   - list: reads the list.
  ///   - read: the value of another input, by its index.
  /// - Returns: the value.
  func apply(_ list: () -> List, _ read: some Inputs) -> Int
}
