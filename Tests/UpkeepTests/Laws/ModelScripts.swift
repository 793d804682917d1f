import Differential
import Testing

@Suite struct ModelScripts {
  @Test func `random programs over properties and models agree with the oracle`() async {
    if let found = await ModelScript.firstFailure(of: 0..<40) {
      Issue.record("\(found)" as Comment)
    }
  }
}
