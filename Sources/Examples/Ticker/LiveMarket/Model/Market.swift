import Upkeep

/// The actor that owns a board: ticks come in, and frames go out.
actor Market {
  private let board: Board
  private let updater = Updater()

  /// Creates a market.
  ///
  /// - Parameters:
  ///   - quotes: The quotes before the first tick.
  ///   - framesPerSecond: The largest number of frames in a second.
  init(_ quotes: [Quote], framesPerSecond: Int) {
    board = Board(quotes, interval: .seconds(1) / framesPerSecond)
  }

  /// An element for each frame that is due; a slow reader skips to the last.
  var pulses: LatestValues<Int> { board.pulse.values(until: updater) }

  /// Computes what is shown now.
  func frame() -> Frame { board.frame() }

  /// Plays ticks, and then ends the pulses.
  func play(_ ticks: some TickSource, at pace: Pace) async {
    var ticks = ticks
    let clock = ContinuousClock()
    let start = clock.now
    var played = 0
    while !Task.isCancelled, pace.seconds.map({ clock.now - start < $0 }) ?? true {
      let batch = ticks.next(pace.batch)
      if batch.isEmpty { break }
      board.apply(batch)
      played += batch.count
      if pace.rate > 0 {
        try? await clock.sleep(until: start + .seconds(played) / pace.rate)
      } else {
        await Task.yield()
      }
    }
    updater.cancel()
  }
}
