package import Differential
import Upkeep
import UpkeepScope

/// Something that is done with scopes, as many times, as deep or as wide as one likes: what a
/// growth table has a row for.
package struct ScopeWork: Sendable, CustomStringConvertible {
  /// What law 13 promises for its depth.
  package enum Depth: Sendable {
    case flat
    /// Any number of levels on 512 KB.
    case any
    /// So many levels on 512 KB, in a release build: closures of the program nest.
    case nesting(Int)
  }

  package let description: String
  package let depth: Depth

  /// The levels that it nests; nil if it nests none.
  package var nestingLevels: Int? { if case .nesting(let levels) = depth { levels } else { nil } }

  /// It is as deep as one likes.
  package var isDeep: Bool { if case .any = depth { true } else { false } }
  /// Says what is wrong, nil if nothing is.
  let body: @Sendable (Int, isolated Stage) async -> String?

  init(
    _ name: String, depth: Depth = .flat,
    _ body: @escaping @Sendable (Int, isolated Stage) async -> String?
  ) {
    description = name
    self.depth = depth
    self.body = body
  }

  /// Something that is done with one scope, by effects of one updater if need be.
  init(
    _ name: String, depth: Depth = .flat,
    _ body: @escaping @Sendable (Int, Scope, Updater, isolated Stage) async -> String?
  ) {
    self.init(name, depth: depth) { count, stage in await body(count, Scope(), Updater(), stage) }
  }

  /// All rows.
  package static var all: [ScopeWork] {
    values + chains + loads + lifetimes + trees + snapshots + moving
  }

  /// Those that say how many values stay, which is the same however many there are.
  package static var flat: [ScopeWork] { moving }

  /// Does it on the calling thread.
  ///
  /// - Parameter count: how often, how deep, or how wide.
  /// - Returns: the time for which the thread was busy, and what is wrong.
  package func perform(_ count: Int) -> (seconds: Double, problem: String?) {
    var problem: String?? = nil
    let seconds = threadSeconds {
      problem = Stage.perform { stage in
        // Cancelled work may be elsewhere for a moment.
        let problem = await body(count, stage)
        await stage.untilIdle()
        return .some(problem)
      }
    }
    return (seconds, problem ?? "nothing was done")
  }

  /// The growth of its cost from so many on, and what was wrong at any size.
  package func growth(from few: Int) -> (growth: Growth, problem: String?) {
    var problem: String?
    let growth = Growth.timed(from: few) { count in
      let result = perform(count)
      problem = problem ?? result.problem
      return result.seconds
    }
    return (growth, problem)
  }
}

/// Says which one thing was to be, and which it is; nil if they are equal.
func unless<Value: Equatable>(_ found: Value, is wanted: Value, _ step: String = "") -> String? {
  found == wanted ? nil : "\(step) is \(found), and not \(wanted)"
}
