/// Plain arrays, from which everything is computed anew.
///
/// The baseline of a published table: only names may change in its functions.
final class NaiveMarket: Market {
  static let identity = Naive.identity

  var q = Quote.list()
  var version = 0
  var dashboard = Dashboard(top: [], sectors: [:], watchCount: 0, version: 0)

  init(isWatched _: @escaping (Quote) -> Bool = { _ in true }) {}

  /// The closures of this contender are written out in its text, and count nothing.
  static func calls(afterChangesOf changed: Int) -> Int { 0 }

  func compute() {
    let watch = q.filter { abs($0.change) > 0.5 }.sorted { $0.change > $1.change }
    var s: [String: Double] = [:]
    for x in q { s[x.sector, default: 0] += x.last }
    dashboard = Dashboard(
      top: watch.prefix(10).map { Dashboard.Row(id: $0.id, change: $0.change) }, sectors: s,
      watchCount: watch.count, version: version)
  }

  func applyAll(_ ts: ArraySlice<Tick>) {
    for t in ts {
      q[t.id].last = t.price
      compute()
    }
  }

  func applyBatch(_ ts: ArraySlice<Tick>) {
    for t in ts { q[t.id].last = t.price }
    version += 1
    compute()
  }
}
