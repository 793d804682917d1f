import ExampleScripts

/// Made-up ticks, which follow from a seed: each changes a random price by at most one percent.
struct TickGenerator: TickSource {
  private static let sectors = [
    "Chemicals", "Energy", "Finance", "Foods", "Health", "Media", "Metals", "Retail", "Software",
    "Transport", "Utilities",
  ]

  let quotes: [Quote]
  private var prices: [Double]
  private var random: SplitMix

  /// Creates the source of the ticks of some symbols.
  init(symbols: Int, seed: Int) {
    quotes = (0..<symbols).map { id in
      let open = 100 + Double(id % 50)
      return Quote(
        id: id, symbol: Self.symbol(id), sector: Self.sectors[id % Self.sectors.count], open: open,
        last: open)
    }
    prices = quotes.map(\.last)
    random = SplitMix(seed: UInt64(seed))
  }

  mutating func next(_ count: Int) -> [Tick] {
    (0..<count).map { _ in
      let id = Int.random(in: prices.indices, using: &random)
      prices[id] *= 1 + Double(Int.random(in: -1_000...1_000, using: &random)) / 100_000
      return Tick(id: id, price: prices[id])
    }
  }

  /// The name of a symbol: three letters or more.
  private static func symbol(_ id: Int) -> String {
    var (letters, rest) = ("", id)
    while rest > 0 || letters.utf8.count < 3 {
      letters = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(rest % 26))) + letters
      rest /= 26
    }
    return letters
  }
}
