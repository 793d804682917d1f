import Differential
import Testing

@Suite(.leavesNothing) struct NestedScripts {
  @Test func `law 6: effects inside effects do what the oracle does`() async {
    let seeds = 0..<UInt64(scriptCount(400, long: 20_000))
    if let found = await NestedScript.firstFailure(of: seeds) { Issue.record("\(found)") }
  }
}
