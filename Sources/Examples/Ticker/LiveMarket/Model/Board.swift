import Upkeep
import UpkeepCollections

/// The quotes of a market, and everything that is shown of them.
///
///     quotes -> watched -> by change -> top
///           \          \-> count
///            \-> sums by sector
///
/// A batch of ticks only writes quotes. A frame then computes everything that the batches since the
/// frame before have changed.
final class Board {
  /// The number of quotes at the top.
  static let topCount = 11
  /// The change, in percent, from which on a quote is on the watch list.
  static let watchedChange = 0.5

  private let quotes: StoredCollection<Quote.ID, Quote>
  private let batches = StoredProperty(0)
  private let top: Property<KeyedArray<Quote.ID, Frame.Row>>
  private let count: Property<Int>
  private let sums: Property<KeyedArray<String, Double>>
  private let tally = Tally()
  private var ticks = 0

  /// Changes when a frame is due: after a batch, but at most once in an interval.
  let pulse: TimedProperty<Int>

  /// The counts of the operators' closures, which must not retain the board.
  private final class Tally { var work = Work() }

  /// Creates a board.
  ///
  /// - Parameters:
  ///   - quotes: The quotes before the first tick.
  ///   - interval: The shortest time between two frames.
  ///   - clock: Measures the interval.
  init(
    _ quotes: [Quote], interval: Duration, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.quotes = StoredCollection(quotes, name: "quotes")
    pulse = batches.throttled(for: interval, edges: .trailing, clock: clock)
    let watched = self.quotes.filter { [tally] quote in
      tally.work.filtered += 1
      return abs(quote.change) > Self.watchedChange
    }
    count = watched.count()
    top = watched.sorted { [tally] one, other in
      tally.work.compared += 1
      return one.change > other.change
    }
    .window(0..<Self.topCount).map { [tally] quote in
      tally.work.shown += 1
      return Frame.Row(symbol: quote.symbol, last: quote.last, change: quote.change)
    }
    sums = self.quotes.sum { [tally] quote in
      tally.work.summed += 1
      return quote.last
    } by: {
      $0.sector
    }
  }

  /// Applies ticks, as one change.
  func apply(_ ticks: [Tick]) {
    batch {
      for tick in ticks { quotes.update(tick.id) { $0.last = tick.price } }
      batches.value += 1
    }
    self.ticks += ticks.count
  }

  /// Computes what is shown now.
  func frame() -> Frame {
    let (top, sums) = (Array(top.value), sums.value)
    let watched = count.value
    defer { tally.work = Work() }
    return Frame(
      top: top, sums: zip(sums.ids, sums).map { Frame.Sum(sector: $0, price: $1) },
      watched: watched, quotes: quotes.value.count, batches: batches.value, ticks: ticks,
      work: tally.work)
  }
}
