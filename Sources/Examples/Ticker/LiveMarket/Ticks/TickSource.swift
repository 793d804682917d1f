/// A source of ticks.
protocol TickSource: Sendable {
  /// The quotes before the first tick.
  var quotes: [Quote] { get }

  /// Returns the next ticks: at most `count`, and none at the end.
  mutating func next(_ count: Int) -> [Tick]
}

/// The speed at which ticks are played.
struct Pace: Equatable, Sendable {
  /// The number of ticks in a second; 0 for as many as possible.
  var rate = 20_000
  /// The number of ticks in a batch.
  var batch = 100
  /// The time after which playing ends; `nil` for the end of the ticks.
  var seconds: Duration?
}
