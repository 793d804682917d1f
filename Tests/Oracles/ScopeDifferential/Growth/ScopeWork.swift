package import Differential
import Upkeep
import UpkeepScope

/// A row of the growth table: work with scopes in any number, depth or width.
package struct ScopeWork: Sendable, CustomStringConvertible {
  /// The depth that law 13 promises for the work.
  package enum Depth: Sendable {
    case flat
    /// Any number of levels on 512 KB.
    case any
    /// As many levels on 512 KB in a release build: closures of the program nest.
    case nesting(Int)
  }

  package let description: String
  package let depth: Depth

  /// The number of nested levels; nil if the work does not nest.
  package var nestingLevels: Int? { if case .nesting(let levels) = depth { levels } else { nil } }

  /// Whether the work may have any depth.
  package var isDeep: Bool { if case .any = depth { true } else { false } }
  /// Does the work; returns the failure, nil if there is none.
  let body: @Sendable (Int, isolated Stage) async -> String?

  init(
    _ name: String, depth: Depth = .flat,
    _ body: @escaping @Sendable (Int, isolated Stage) async -> String?
  ) {
    description = name
    self.depth = depth
    self.body = body
  }

  /// Makes work with one scope and one updater.
  init(
    _ name: String, depth: Depth = .flat,
    _ body: @escaping @Sendable (Int, Scope, Updater, isolated Stage) async -> String?
  ) {
    self.init(name, depth: depth) { count, stage in await body(count, Scope(), Updater(), stage) }
  }

  /// All rows of the table.
  package static var all: [ScopeWork] {
    values + chains + loads + lifetimes + trees + snapshots + moving
  }

  /// The rows in which the number of values that stay does not grow.
  package static var flat: [ScopeWork] { moving }

  /// Does the work on the calling thread.
  ///
  /// - Parameter count: the number, depth or width.
  /// - Returns: the thread time in seconds, and the failure.
  package func perform(_ count: Int) -> (seconds: Double, problem: String?) {
    var problem: String?? = nil
    let seconds = threadSeconds {
      problem = Stage.perform { stage in
        // A cancelled task may not have returned to the stage yet.
        let problem = await body(count, stage)
        await stage.untilIdle()
        return .some(problem)
      }
    }
    return (seconds, problem ?? "nothing was done")
  }

  /// The growth of the cost from the size `few` on, and the first failure at any size.
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

/// The difference between a found and a wanted value; nil if they are equal.
func unless<Value: Equatable>(_ found: Value, is wanted: Value, _ step: String = "") -> String? {
  found == wanted ? nil : "\(step) is \(found), and not \(wanted)"
}
