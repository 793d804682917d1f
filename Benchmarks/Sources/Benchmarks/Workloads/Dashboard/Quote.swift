/// The price of a symbol.
struct Quote: Identifiable, Equatable {
  let id: Int
  let sector: String
  let open: Double
  var last: Double
  var change: Double { (last - open) / open * 100 }

  /// 2,000 symbols in 11 sectors; identities are positions.
  static func list() -> [Quote] {
    (0..<2_000).map { id in
      let open = 100 + Double(id % 50)
      return Quote(id: id, sector: "S\(id % 11)", open: open, last: open)
    }
  }
}

/// A new price of a symbol.
struct Tick {
  let id: Int
  let price: Double
}

/// Random ticks, the same in every run and for every contender.
struct Ticks {
  private var prices = Quote.list().map(\.last)
  private var random = Sfc32(seed: "ticks")

  /// The next ticks, each of which changes a random price by at most one percent.
  mutating func next(_ count: Int) -> [Tick] {
    (0..<count).map { _ in
      let id = Int(random.next() * Double(prices.count))
      prices[id] *= 0.99 + 0.02 * random.next()
      return Tick(id: id, price: prices[id])
    }
  }
}
