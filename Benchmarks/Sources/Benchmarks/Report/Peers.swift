/// The times of alien-signals 3.2, the fastest of the peers, for the workloads that exist here too.
///
/// V8 cannot run beside Swift in one process, so only ratios can be compared: to handwritten code
/// on the same machine, and to the engine's own chain. Source of the figures:
/// js-reactivity-benchmark with its adapter for alien-signals, under V8 on Linux x86-64 with two
/// cores; thread CPU time, medians.
enum Peers {
  /// Nanoseconds per node run of a chain, "deepPropagation".
  ///
  /// Without the adapter, a chain of 1,000 takes 28. All other figures were measured with it.
  static let chain = 38.0

  /// The time per node as a multiple of handwritten code, in JavaScript.
  static let ratiosToHandwritten: [(name: String, n: Int, ratio: Double)] = [
    ("kairo.diamond", 5, 2.6),
    ("kairo.triangle", 10, 4.1),
    ("kairo.mux", 100, 141),
    ("kairo.avoidable", 5, 4.0),
    ("stacked", 20, 1.3),
    ("kairo.deep", 50, 1.8),
    ("kairo.broad", 50, 1.7),
  ]

  /// Nanoseconds per operation of the workload of that name and size.
  static let times: [(name: String, n: Int, nanoseconds: Double)] = [
    // Published in milliseconds per 500 runs of a script of 101 writes.
    ("kairo.repeated", 30, 9.7e6 / (500 * 101)),
    ("kairo.unstable", 20, 21e6 / (500 * 101)),
    ("cellx", 1000, 1.3e6),
    ("cellx", 2500, 3.2e6),
    ("cellx", 5000, 7.5e6),
    ("dynamic.10x5", 40, 247e6),
    ("dynamic.10x10", 90, 166e6),
    ("dynamic.1000x12", 11_000, 323e6),
    ("dynamic.1000x5", 4_000, 470e6),
    ("dynamic.5x500", 2_495, 145e6),
    ("dynamic.100x15", 1_400, 216e6),
  ]

  /// Nanoseconds for all named rows of S.js together, each the best of its samples.
  static let rows: [(title: String, names: [String], nanoseconds: Double)] = [
    ("createSignals", [SignalCreation.name], 11e6),
    ("createComputations", Row.creations(SJS.count).map { $0.name }, 257e6),
    ("updateSignals", Row.updates(SJS.count).map(\.name), 402e6),
  ]
}
