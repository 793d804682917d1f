/// One contender in one race, ready to be timed.
protocol Contestant: AnyObject {
  /// Does `operations` operations; returns their thread CPU time, in nanoseconds.
  ///
  /// - Throws: `VoidRun` if a check outside the timed part finds a wrong answer or count.
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
  /// The counted pass: does operations, untimed, on an identical graph whose closures count, and
  /// asserts answers and counts after each.
  let count: () throws -> Counts
  let build: () throws -> any Contestant
}

extension Entrant {
  /// Makes an entrant that is timed as its concrete type: see `Timed`.
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

/// A contestant behind a closure that knows its concrete type.
///
/// A generic class called as `any Contestant` runs one unspecialised copy of its code for all
/// engines: each write, and each node of a graph that is built anew, would pay for the look-up of
/// its engine.
final class Timed: Contestant {
  private let body: (_ operations: Int) throws -> Int

  @inline(__always)
  init<C: Contestant>(_ contestant: C) { body = { try contestant.sample($0) } }

  func sample(_ operations: Int) throws -> Int { try body(operations) }
}
