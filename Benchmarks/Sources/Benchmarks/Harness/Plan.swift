/// The list of races.
enum Plan {
  /// All workloads' names.
  static var names: [String] { names(of: full) }

  /// The names that select something in a run of these races, each once.
  static func names(of races: [Race]) -> [String] {
    races.map { $0.name }.reduce(into: ["bytes"]) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The sizes that gates need and that are built quickly.
  static var quick: [Race] {
    small + [Race(Propagate(width: 10, n: 10)), Race(Propagate(width: 100, n: 10))] + kairo
      + Race.kinds + sjs(1000) + creation(10_000) + [Race(Cellx(n: 1000))]
      + [GridShape.lazy10x10, .deep5x500].map { Race(Grid(shape: $0)) }
      + large(subscribers: [50_000, 100_000]) + Race.items([1_000, 10_000, 100_000])
  }

  /// All sizes.
  static var full: [Race] {
    small + kairo + Race.kinds + propagate + long + GridShape.all.map { Race(Grid(shape: $0)) }
      + [1000, 2500, 5000].map { Race(Cellx(n: $0)) } + sjs(SJS.count) + creation(100_000)
      + large(subscribers: [1_000, 10_000, 50_000, 100_000])
      + Race.items([1_000, 10_000, 100_000, 1_000_000])
  }

  // A race leaves traces in the heap that can slow down the next, so races that fill much memory
  // come after the races that fit into the caches.

  private static var small: [Race] {
    [
      Race(Deep(n: 50)), Race(Deep(n: 100)), Race(Deep(n: 1000)),
      Race(Broad(n: 50)), Race(Broad(n: 1000)),
      Race(Diamond(n: 5)), Race(Diamond(n: 100)),
      Race(Stacked(n: 20)),
      Race(CutOff(n: 1)), Race(CutOff(n: 1000)),
      .create(n: 1000), .read(), .write(), Race(Batch(n: 100)),
    ] + Race.watches + Race.chainPhases + Race.scopeReads
      + Race.storeSends + [.storeFields(n: 10_000)] + Race.dashboards([1, 10, 100, 1_000])
  }

  /// alien-signals' grid and its tree.
  private static var propagate: [Race] {
    let sizes = [1, 10, 100, 1000]
    return [Race(MemoryTree(width: 100, n: 100))]
      + sizes.flatMap { width in sizes.map { Race(Propagate(width: width, n: $0)) } }
  }

  private static var long: [Race] {
    [10_000, 100_000, 1_000_000].map { Race(Deep(n: $0)) }
      + [10_000, 100_000].map { Race(Broad(n: $0)) }
  }

  private static func creation(_ n: Int) -> [Race] {
    CreationPhase.Phase.allCases.map { Race(CreationPhase(phase: $0, n: n)) }
  }

  private static func large(subscribers: [Int]) -> [Race] {
    [
      .rollback(n: 5_000), .rollback(n: 10_000), .collection(n: 1_000), .collection(n: 100_000),
    ] + subscribers.map { .subscribers(n: $0) } + [50_000, 100_000].flatMap(Race.scopeCreations)
      + [.storeMemory(n: 1_000_000)]
  }
}
