import Testing

@testable import Differential

@Suite(.leavesNothing) struct CollectionScriptTests {
  @Test(arguments: 1...UInt64(amount(5, long: 20)))
  func `random edits of a collection agree with a model that knows no graph`(seed: UInt64) {
    var script = CollectionScript(seed: seed)
    script.run(steps: 300)
    #expect(script.failures == [])
  }
}
