import Testing

@testable import Upkeep

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Random scripts in the library and in an oracle that knows the laws and nothing else.
/// `UPKEEP_SCRIPTS=100000` runs more of them.
@Suite struct DifferentialTests {
  /// How many scripts a test runs for each shape.
  static let scriptsPerShape = max(
    1,
    (getenv("UPKEEP_SCRIPTS").flatMap { Int(String(cString: $0)) } ?? 400)
      / ScriptShape.allCases.count
  )

  @Test(arguments: ScriptShape.allCases)
  func `does what the oracle does`(shape: ScriptShape) {
    for seed in 1...UInt64(Self.scriptsPerShape) where !check(seed, shape) { return }
  }

  @Test func `does what the oracle does, from a fresh seed`() {
    var system = SystemRandomNumberGenerator()
    let seed = system.next()
    print("differential test: fresh seed \(seed)")
    for shape in ScriptShape.allCases { check(seed, shape) }
  }

  @Test func `finds rings, and heals when they open`() {
    for seed in 1...UInt64(Self.scriptsPerShape) {
      guard let found = RingScript.difference(seed: seed) else { continue }
      Issue.record("ring seed \(seed): \(found)")
      return
    }
  }

  @Test(arguments: ScriptShape.allCases)
  func `does the same with every write in a batch`(shape: ScriptShape) {
    compare(shape) { Metamorphic.batched($0) }
  }

  @Test(arguments: ScriptShape.allCases)
  func `does the same with a derived value that nobody reads`(shape: ScriptShape) {
    compare(shape) { Metamorphic.withSpectator($0) }
  }

  @Test(arguments: ScriptShape.allCases)
  func `does the same declared and tracked`(shape: ScriptShape) {
    compare(shape, isStatic: true, Metamorphic.declared, Metamorphic.tracked)
  }

  /// Compares the logs of two forms of the same scripts.
  private func compare(
    _ shape: ScriptShape, isStatic: Bool = false, _ one: ([Operation]) -> [Operation],
    _ other: ([Operation]) -> [Operation] = { $0 }
  ) {
    for seed in 1...UInt64(max(1, Self.scriptsPerShape / 4)) {
      let script = Generator.script(seed: seed, shape: shape, isStatic: isStatic)
      guard Runner.effects(one(script)) != Runner.effects(other(script)) else { continue }
      let short = Shrinker.shrink(script) {
        Runner.effects(one($0)) != Runner.effects(other($0))
      }
      Issue.record("seed \(seed), shape \(shape): \(Shrinker.source(short))")
      return
    }
  }

  /// Says whether the script does as the oracle says; if not, reports it shrunk.
  @discardableResult
  private func check(_ seed: UInt64, _ shape: ScriptShape) -> Bool {
    let script = Generator.script(seed: seed, shape: shape)
    guard Runner.difference(script, isThorough: seed % 4 == 0) != nil else { return true }
    let short = Shrinker.shrink(script) { Runner.difference($0) != nil }
    Issue.record(
      """
      seed \(seed), shape \(shape): \(Runner.difference(short) ?? "passes when run again")
      \(Shrinker.source(short))
      """)
    return false
  }
}
