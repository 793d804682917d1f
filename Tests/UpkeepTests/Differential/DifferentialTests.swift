import Testing
import UpkeepThread

@testable import Differential

/// Random scripts in the library and in an oracle that knows the laws and nothing else.
///
/// `swift run -c release fuzz` runs them for as long as one likes. `UPKEEP_SCRIPTS=100000` runs
/// more of them here.
@Suite(.leavesNothing) struct DifferentialTests {
  /// The number of scripts that a test runs for each shape.
  static let scriptsPerShape = max(
    1, scriptCount(100, long: 2_000) / ScriptShape.quick.count)

  @Test(arguments: ScriptShape.quick)
  func `random scripts agree with the oracle`(shape: ScriptShape) {
    firstFailure(of: Self.scriptsPerShape) { Check.oracle(seed: $0, shape: shape) }
  }

  @Test(arguments: 1...UInt64(amount(5, long: 20)))
  func `random edits of a collection agree with a model that knows no graph`(seed: UInt64) {
    var script = CollectionScript(seed: seed)
    script.run(steps: 300)
    #expect(script.failures == [])
  }

  @Test func `random scripts from a fresh seed agree with the oracle`() {
    var system = SystemRandomNumberGenerator()
    let seed = system.next()
    print("differential test: fresh seed \(seed)")
    for shape in ScriptShape.quick {
      if let found = Check.oracle(seed: seed, shape: shape) { Issue.record("\(found)") }
    }
  }

  @Test func `random cycles are found, and heal when they open`() {
    firstFailure(of: Self.scriptsPerShape) { CycleScript.difference(seed: $0) }
  }

  @Test func `each member of a cycle has one value, whichever is read first`() {
    firstFailure(of: Self.scriptsPerShape) { MixedCycleScript.difference(seed: $0) }
  }

  // In a process of its own: other tests would free nodes on the main actor, which these scripts
  // count.
  @Test func `the scripts that find planted mistakes pass without them`() async {
    await #expect(processExitsWith: .success) {
      for number in 0...18 {
        let found = await NumberedScript.difference(number)
        #expect(found == nil, "script \(number)")
      }
    }
  }

  @Test func `law 15: a node dropped elsewhere changes the result of no script`() async {
    await #expect(processExitsWith: .success) {
      let owner = await NumberedScript.leaveSomethingHanging()
      #expect(upkeep_has_hanging())
      for number in 1...18 {
        let found = await NumberedScript.difference(number)
        #expect(found == nil, "script \(number)")
      }
      withExtendedLifetime(owner) {}
    }
  }

  /// Tries seeds from 1 until one fails.
  private func firstFailure(of count: Int, _ check: (UInt64) -> String?) {
    for seed in 1...UInt64(max(1, count)) {
      guard let found = check(seed) else { continue }
      Issue.record("seed \(seed): \(found)")
      return
    }
  }
}
