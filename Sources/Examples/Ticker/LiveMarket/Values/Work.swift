/// The calls of the closures of a board's operators.
struct Work: Equatable, Sendable {
  /// The quotes that the filter was asked about.
  var filtered = 0
  /// The pairs of quotes that the order has compared.
  var compared = 0
  /// The quotes at the top that were made into rows.
  var shown = 0
  /// The quotes that were summed.
  var summed = 0
}
