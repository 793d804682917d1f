/// One contender in one race, ready to be timed.
protocol Contestant: AnyObject {
  /// Does the operation so many times; returns the thread CPU time it took, in nanoseconds.
  ///
  /// - Throws: `VoidRun` if, outside the clock, an answer or a count turns out wrong.
  func sample(_ operations: Int) throws -> Int
}

/// What an operation brings about, counted exactly.
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
