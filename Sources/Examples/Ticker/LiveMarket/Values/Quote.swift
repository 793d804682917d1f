/// The price of a symbol.
struct Quote: Identifiable, Equatable, Sendable {
  /// The position of the symbol among all symbols.
  let id: Int
  let symbol: String
  let sector: String
  /// The first price.
  let open: Double
  /// The last price.
  var last: Double

  /// The change from the first price to the last, in percent.
  var change: Double { (last - open) / open * 100 }
}
