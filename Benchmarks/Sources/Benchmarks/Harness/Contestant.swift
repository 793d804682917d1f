/// One contender in one race, ready to be timed.
protocol Contestant: AnyObject {
  /// Does the operation so many times; returns the thread CPU time it took, in nanoseconds.
  ///
  /// - Throws: `VoidRun` if, outside the clock, an answer or a count turns out wrong.
  func sample(_ operations: Int) throws -> Int
}

/// The consequences of an operation, counted exactly.
struct Counts {
  let recomputations: Int
  let effects: Int
}

/// A contender before its graph is built.
struct Entrant {
  let identity: Identity
  /// The counted pass: does the operation, untimed, on an identically built graph whose closures
  /// count, and asserts answers and counts after each.
  let count: () throws -> Counts
  let build: () throws -> any Contestant
}

extension Entrant {
  /// An entrant that is timed as the very type it is: see `Timed`.
  ///
  /// - Parameters:
  ///   - identity: its engine and form.
  ///   - count: the counted pass.
  ///   - contestant: builds the graph.
  @inline(__always)
  init<C: Contestant>(
    _ identity: Identity, count: @escaping () throws -> Counts,
    contestant: @escaping () throws -> C
  ) {
    self.init(identity: identity, count: count) { Timed(try contestant()) }
  }
}

/// A contestant behind a closure that knows its type.
///
/// Called as `any Contestant`, a generic class runs the one copy of its code that serves all engines: each
/// write, and each node of a graph that is built anew, would pay for finding out which engine it is for.
final class Timed: Contestant {
  private let body: (_ operations: Int) throws -> Int

  @inline(__always)
  init<C: Contestant>(_ contestant: C) { body = { try contestant.sample($0) } }

  func sample(_ operations: Int) throws -> Int { try body(operations) }
}
