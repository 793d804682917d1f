import Upkeep

/// Checks one random script.
enum Check {
  /// Runs the script of a seed; returns the difference and the shrunk script as a test, or nil.
  static func oracle(seed: UInt64, shape: ScriptShape, isAlone: Bool = false) -> String? {
    let script = Generator.script(seed: seed, shape: shape)
    guard let found = Runner.difference(script, isThorough: seed % 4 == 0, isAlone: isAlone)
    else { return nil }
    let short = Shrinker.shrink(script) { Runner.difference($0, isAlone: isAlone) != nil }
    let shown = Runner.difference(short, isAlone: isAlone)
    return "seed \(seed), shape \(shape): \(shown ?? "passes when run again; was \(found)")\n"
      + Shrinker.test("the script of seed \(seed), shape \(shape), agrees with the oracle", short)
  }

  /// Runs the script that bytes encode; returns the difference and the shrunk script as a test, or
  /// nil.
  static func oracle(bytes: [UInt8], isAlone: Bool = false) -> String? {
    let script = Generator.script(bytes: bytes)
    guard let found = Runner.difference(script, isAlone: isAlone) else { return nil }
    let short = Shrinker.shrink(script) { Runner.difference($0, isAlone: isAlone) != nil }
    let shown = Runner.difference(short, isAlone: isAlone) ?? "passes when run again; was \(found)"
    return shown + "\n" + Shrinker.test("a script of a fuzzer agrees with the oracle", short)
  }
}

/// Runs a script; returns its failure, or else the number of leftovers if there are any.
///
/// A script that is not alone may end with fewer nodes than it began with: a turn on this thread
/// also frees nodes that other tests dropped elsewhere.
func leavingNothing(isAlone: Bool = false, _ body: () -> String?) -> String? {
  let counts = Inspection.counts
  if let found = body() { return found }
  let nodes = Inspection.counts.nodes - counts.nodes
  let edges = Inspection.counts.edges - counts.edges
  return nodes <= 0 && edges <= 0 && !(isAlone && nodes < 0)
    ? nil : "\(nodes) nodes and \(edges) edges left"
}
