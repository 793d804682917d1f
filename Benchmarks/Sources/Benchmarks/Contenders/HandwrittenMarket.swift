/// Handwritten code: a dictionary of sums, and a sorted array with binary search.
final class HandwrittenMarket: Market {
  static let identity = Handwritten.identity

  private struct Key {
    let change: Double
    let id: Int

    init(_ quote: Quote) { (change, id) = (quote.change, quote.id) }

    var isWatched: Bool { abs(change) > 0.5 }

    static func < (one: Key, other: Key) -> Bool {
      one.change == other.change ? one.id < other.id : one.change > other.change
    }
  }

  private var quotes = Quote.list()
  private var sorted: [Key] = []
  private var sums: [String: Double] = [:]
  private var version = 0
  private(set) var dashboard = Dashboard()

  init(isWatched _: @escaping (Quote) -> Bool) {
    for quote in quotes { sums[quote.sector, default: 0] += quote.last }
    deliver()
  }

  /// This contender has no such closure.
  static func calls(afterChangesOf changed: Int) -> Int { 0 }

  func applyAll(_ ticks: ArraySlice<Tick>) {
    for tick in ticks {
      apply(tick)
      deliver()
    }
  }

  func applyBatch(_ ticks: ArraySlice<Tick>) {
    for tick in ticks { apply(tick) }
    version += 1
    deliver()
  }

  private func apply(_ tick: Tick) {
    let (sector, price, old) = (
      quotes[tick.id].sector, quotes[tick.id].last, Key(quotes[tick.id])
    )
    quotes[tick.id].last = tick.price
    let new = Key(quotes[tick.id])
    sums[sector, default: 0] += tick.price - price
    if old.isWatched { sorted.remove(at: place(of: old)) }
    if new.isWatched { sorted.insert(new, at: place(of: new)) }
  }

  private func place(of key: Key) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func deliver() {
    dashboard = Dashboard(
      top: sorted.prefix(10).map { Dashboard.Row(id: $0.id, change: $0.change) }, sectors: sums,
      watchCount: sorted.count, version: version)
  }
}
