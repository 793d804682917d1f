import Differential
import Testing

@Suite(.leavesNothing) struct KeyedScripts {
  @Test func `random pipelines over keyed collections agree with plain arrays`() async {
    if let found = await KeyedScript.firstFailure(of: 0..<UInt64(scriptCount(60, long: 1_000))) {
      Issue.record("\(found)" as Comment)
    }
  }
}
