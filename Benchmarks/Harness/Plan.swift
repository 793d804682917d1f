/// Which races are run.
enum Plan {
  /// All workloads' names.
  static var names: [String] {
    quick.map { $0.name }.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The sizes that gates refer to and that are quickly built.
  static var quick: [Race] { small + large }

  /// All sizes.
  static var full: [Race] { small + long + large }

  // What a race leaves behind in the heap can slow down the next, so the races that fill much
  // memory follow those that fit into the caches.

  private static var small: [Race] {
    [
      Race(Deep(n: 50)), Race(Deep(n: 1000)),
      Race(Broad(n: 50)), Race(Broad(n: 1000)),
      Race(Diamond(n: 5)), Race(Diamond(n: 100)),
      Race(Stacked(n: 20)),
      Race(CutOff(n: 1000)),
      .create(n: 1000), .read(), .write(),
    ] + kairo + Race.kinds
  }

  private static var long: [Race] { [Race(Deep(n: 100_000)), Race(Deep(n: 1_000_000))] }

  private static var large: [Race] {
    [
      .rollback(n: 5_000), .rollback(n: 10_000), .collection(n: 1_000), .collection(n: 100_000),
      .subscribers(n: 50_000), .subscribers(n: 100_000),
    ]
  }
}
