import Upkeep
import UpkeepCollections

/// Upkeep's keyed collections.
final class KeyedMarket: Market {
  static let identity = UpkeepDeclared.identity

  private let quotes: StoredCollection<Int, Quote>
  private let version = StoredProperty(0)
  private let updater = Updater()
  private(set) var dashboard = Dashboard()

  init(isWatched: @escaping (Quote) -> Bool) {
    let quotes = StoredCollection(Quote.list())
    self.quotes = quotes
    let watch = quotes.filter(isWatched).sorted { $0.change > $1.change }
    let top = watch.window(0..<10).map { Dashboard.Row(id: $0.id, change: $0.change) }
    let sectors = quotes.sum(of: { $0.last }, by: { $0.sector })
    let count = watch.count()
    let shown = DerivedProperty { [version] in
      let sums = sectors.value
      return Dashboard(
        top: Array(top.value), sectors: Dictionary(uniqueKeysWithValues: zip(sums.ids, sums)),
        watchCount: count.value, version: version.value)
    }
    updater.keepUpToDate { [unowned self] in dashboard = shown.value }
  }

  /// One call for each changed quote.
  static func calls(afterChangesOf changed: Int) -> Int { changed }

  func applyAll(_ ticks: ArraySlice<Tick>) {
    for tick in ticks { quotes.update(tick.id) { $0.last = tick.price } }
  }

  func applyBatch(_ ticks: ArraySlice<Tick>) {
    batch {
      for tick in ticks { quotes.update(tick.id) { $0.last = tick.price } }
      version.value += 1
    }
  }
}
