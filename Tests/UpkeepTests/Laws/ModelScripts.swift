import Differential
import Testing

@Suite struct ModelScripts {
  @Test func `random programs over properties and models agree with the oracle`() async {
    if let found = await ModelScript.firstFailure(of: 0..<UInt64(scriptCount(40, long: 1_000))) {
      Issue.record("\(found)" as Comment)
    }
  }
}
