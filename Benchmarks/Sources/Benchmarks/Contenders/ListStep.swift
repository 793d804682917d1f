/// A list made by a derived value.
///
/// It is a new object each time, and equal to no other: a change with any content.
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

/// The computation of a derived value from a list and other inputs, of which it reads those it
/// needs.
protocol ListReadingStep {
  /// - Parameters:
  ///   - list: reads the list.
  ///   - read: the value of another input, by its index.
  /// - Returns: the value.
  func apply(_ list: () -> List, _ read: some Inputs) -> Int
}
