/// Everything that a dashboard shows of a market.
struct Dashboard: Equatable {
  struct Row: Equatable {
    let id: Int
    let change: Double
  }

  var top: [Row] = []
  var sectors: [String: Double] = [:]
  var watchCount = 0
  var version = 0

  /// Whether two dashboards are equal but for the rounding of the sums.
  func isSame(as other: Dashboard) -> Bool {
    top == other.top && watchCount == other.watchCount && version == other.version
      && sectors.count == other.sectors.count
      && sectors.allSatisfy { sector, sum in
        abs(sum - (other.sectors[sector] ?? .infinity)) <= 1e-9 * sum
      }
  }
}

/// The quotes of a market, and the dashboard that follows them.
///
/// The ten quotes that have gained most are at the top. Those that have changed by over half a
/// percent are counted, and the prices of each sector are added up.
protocol Market: AnyObject {
  static var identity: Identity { get }

  /// The expected calls of the closure that tests a quote, after `changed` changes.
  static func calls(afterChangesOf changed: Int) -> Int

  init(isWatched: @escaping (Quote) -> Bool)

  /// Applies ticks one by one; the dashboard follows each.
  func applyAll(_ ticks: ArraySlice<Tick>)

  /// Applies ticks as one change.
  func applyBatch(_ ticks: ArraySlice<Tick>)

  var dashboard: Dashboard { get }
}
