import Differential
import Upkeep
import UpkeepScope

extension Grown {
  static let link = Family { (level: Int) in makeLink(level) }
  static let keptLink = Family { (level: Int) in makeLink(level, .keep) }

  private static func makeLink(_ level: Int, _ lifetime: Lifetime = .whileUsed) -> Computed<Int> {
    Computed(lifetime: lifetime, name: "link") { get in
      if level == 0 { return get(head) }
      return get(lifetime == .keep ? keptLink(level - 1) : link(level - 1)) &+ 1
    }
  }

  /// Passes a write on to the member before.
  static let passing: Family<Int, WritableComputed<Int>> = Family { level in
    WritableComputed(
      name: "passing", get: { $0(head) &+ level },
      set: { scope, value in
        if level == 0 { scope[head] = value } else { scope[passing(level - 1)] = value - 1 }
      })
  }

  /// A resource that computes synchronously and may fail.
  static let step: Family<Int, Resource<Int>> = Family { level in
    Resource(name: "step") { (get: Reader) throws -> Int in
      level == 0 ? get(head) : try get.loadable(step(level - 1)).get() &+ 1
    }
  }
}

extension ScopeWork {
  /// Chains in which each member depends on the one before.
  static let chains = [
    chain("computed values", Grown.link) { $0 },
    chain("computed values that are kept", Grown.keptLink) { $0 },
    chain("resources that are computed at once", Grown.step, isUndone: false) { $0.value ?? -1 },
    // After the rollback the resources compute again, nested in one another.
    chain("resources that are computed at once, and undone", Grown.step, depth: .nesting(300)) {
      $0.value ?? -1
    },
    ScopeWork("a chain of computed values, an effect on each, cancelled one by one", depth: .any) {
      count, scope, updater, _ in
      var runs = 0
      let tokens = (0..<count).map { level in
        updater.keepUpToDate {
          _ = scope[Grown.link(level)]
          runs += 1
        }
      }
      scope[Grown.head] = 2
      for token in tokens { token.cancel() }
      return unless(runs, is: 2 * count)
    },
    ScopeWork("a chain of values that pass on what is written", depth: .nesting(500)) {
      count, scope, _, _ in
      let end = Grown.passing(count)
      scope[end] = count
      transaction(isUndone: true) { scope[end] = count + 1 }
      return unless(scope[Grown.head], is: 0, "a write") ?? unless(scope[end], is: count)
    },
    ScopeWork("how far a chain is", depth: .any) { count, scope, _, _ in
      for level in 0..<count { _ = scope[Grown.step(level)] }
      return unless(scope.status(of: Grown.step(count - 1)).isLoading, is: false)
    },
  ]

  /// Makes a row that reads, writes, rolls back, watches and releases a growing chain.
  private static func chain<D: Definition>(
    _ name: String, _ link: Family<Int, D>, isUndone: Bool = true, depth: Depth = .any,
    _ number: @escaping @Sendable (D.Value) -> Int
  ) -> ScopeWork {
    ScopeWork("a chain of \(name)", depth: depth) { count, scope, _, _ in
      for level in 0..<count where number(scope[link(level)]) != level + 1 {
        return "level \(level) is \(scope[link(level)])"
      }
      let end = link(count - 1)
      scope[Grown.head] = 2
      var problem = unless(number(scope[end]), is: count + 1, "a write")
      let updater = Updater()
      var seen = 0
      let token = updater.keepUpToDate { seen = number(scope[end]) }
      scope[Grown.head] = 3
      problem = problem ?? unless(seen, is: count + 2, "what an effect sees")
      transaction(isUndone: isUndone) {
        guard isUndone else { return }
        scope[Grown.head] = 4
        problem = problem ?? unless(number(scope[end]), is: count + 3, "a transaction")
      }
      problem = problem ?? unless(seen, is: count + 2, "what was undone")
      updater.pause()
      scope[Grown.head] = 5
      updater.unpause()
      problem = problem ?? unless(seen, is: count + 4, "what was paused")
      token.cancel()
      scope[Grown.head] = 6
      return problem
    }
  }
}
