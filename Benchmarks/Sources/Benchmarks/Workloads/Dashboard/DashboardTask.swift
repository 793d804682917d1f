/// Applies batches of ticks to a market, after each of which its dashboard is up to date.
///
/// The operation is one batch; the time per node is per tick. A batch of one tick is no batch, but
/// a plain write. Each sample compares the last dashboard with plain arrays, and the counted pass
/// compares the dashboard after every batch.
///
///     quotes -> watched -> by change -> top ten -> dashboard -> effect
///           \          \-> count ---------------> /
///            \-> sums by sector ----------------> /
final class DashboardTask<Contender: Market>: Contestant {
  private let size: Int
  private let market: Contender
  private let model = NaiveMarket()
  private var ticks = Ticks()

  init(_ size: Int, isWatched: @escaping (Quote) -> Bool = { abs($0.change) > 0.5 }) {
    self.size = size
    market = Contender(isWatched: isWatched)
  }

  /// Takes a sample, with one untimed operation before it, as in the samples of graphs.
  func sample(_ operations: Int) throws -> Int {
    _ = apply(1)
    let elapsed = apply(operations)
    try check()
    return elapsed
  }

  /// Applies batches; returns the time in nanoseconds.
  private func apply(_ batches: Int) -> Int {
    let steps = ticks.next(batches * size)
    var watched = 0
    let start = ThreadClock.now
    for first in stride(from: 0, to: steps.count, by: size) {
      let batch = steps[first..<first + size]
      size == 1 ? market.applyAll(batch) : market.applyBatch(batch)
      watched &+= market.dashboard.watchCount
    }
    let elapsed = ThreadClock.now - start
    Opaque.consume(watched)
    for step in steps { model.q[step.id].last = step.price }
    if size > 1 { model.version += batches }
    return elapsed
  }

  private func check() throws {
    model.compute()
    let equal = market.dashboard.isSame(as: model.dashboard) ? 1 : 0
    try VoidRun.unless(equal, is: 1, "dashboard equal to the plain arrays'", of: subject)
  }

  private var subject: String { "\(Race.dashboard) \(size), \(Contender.identity)" }
}

extension DashboardTask {
  /// Does the operation a few times, with exact counts.
  static func count(_ size: Int) throws -> Counts {
    let tally = Tally()
    let task = DashboardTask(size) {
      tally.note()
      return abs($0.change) > 0.5
    }
    var calls = 0
    for _ in 1...20 {
      let before = task.model.q
      tally.reset()
      _ = task.apply(1)
      try task.check()
      calls = Contender.calls(
        afterChangesOf: zip(task.model.q, before).count { $0 != $1 })
      try VoidRun.unless(tally.computations, is: calls, "calls of the filter", of: task.subject)
    }
    return Counts(recomputations: calls, effects: 1)
  }
}

extension Race {
  static var dashboard: String { "dashboard" }

  /// The races to apply batches of these numbers of ticks to a market of 2,000 symbols.
  static func dashboards(_ sizes: [Int]) -> [Race] {
    sizes.map { size in
      func entrant<Contender: Market>(_: Contender.Type) -> Entrant {
        Entrant(Contender.identity, count: { try DashboardTask<Contender>.count(size) }) {
          DashboardTask<Contender>(size)
        }
      }
      let entrants = [
        entrant(KeyedMarket.self), entrant(HandwrittenMarket.self), entrant(NaiveMarket.self),
      ]
      return Race(name: dashboard, n: size, runs: size, entrants: entrants, absences: [])
    }
  }
}
