import Upkeep

/// One random script and what it must do.
enum Check {
  /// The failure of a script that the library and the oracle run, with the shrunk script as a test.
  static func oracle(seed: UInt64, shape: ScriptShape, isAlone: Bool = false) -> String? {
    let script = Generator.script(seed: seed, shape: shape)
    guard let found = Runner.difference(script, isThorough: seed % 4 == 0, isAlone: isAlone)
    else { return nil }
    let short = Shrinker.shrink(script) { Runner.difference($0, isAlone: isAlone) != nil }
    let shown = Runner.difference(short, isAlone: isAlone)
    return report(seed, shape, shown ?? "passes when run again; was \(found)", short)
  }

  /// The failure of the script that bytes stand for, with the shrunk script as a test.
  static func oracle(bytes: [UInt8], isAlone: Bool = false) -> String? {
    let script = Generator.script(bytes: bytes)
    guard let found = Runner.difference(script, isAlone: isAlone) else { return nil }
    let short = Shrinker.shrink(script) { Runner.difference($0, isAlone: isAlone) != nil }
    let shown = Runner.difference(short, isAlone: isAlone) ?? "passes when run again; was \(found)"
    return shown + "\n" + Shrinker.test("does what the oracle does, found by a fuzzer", short)
  }

  /// The difference between a script in one form and in another.
  static func forms(
    seed: UInt64, shape: ScriptShape, _ comparison: Metamorphic.Comparison
  ) -> String? {
    let script = Generator.script(seed: seed, shape: shape, isStatic: comparison.isStatic)
    guard let found = comparison.difference(script) else { return nil }
    let short = Shrinker.shrink(script) { comparison.difference($0) != nil }
    return report(
      seed, shape, "\(comparison): \(comparison.difference(short) ?? found)", short)
  }

  private static func report(
    _ seed: UInt64, _ shape: ScriptShape, _ found: String, _ script: [Operation]
  ) -> String {
    "seed \(seed), shape \(shape): \(found)\n"
      + Shrinker.test("does what the oracle does, seed \(seed), shape \(shape)", script)
  }
}

/// Runs a script, and says what goes wrong; if nothing does, whether something is left of it.
///
/// Unless it is alone there may be fewer nodes: what others dropped elsewhere goes with the next turn on this thread.
func leavingNothing(isAlone: Bool = false, _ body: () -> String?) -> String? {
  let counts = Inspection.counts
  if let found = body() { return found }
  let nodes = Inspection.counts.nodes - counts.nodes
  let edges = Inspection.counts.edges - counts.edges
  return nodes <= 0 && edges <= 0 && !(isAlone && nodes < 0)
    ? nil : "\(nodes) nodes and \(edges) edges left"
}
