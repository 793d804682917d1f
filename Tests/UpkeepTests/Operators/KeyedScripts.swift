import Differential
import Testing

@Suite(.leavesNothing) struct KeyedScripts {
  @Test func `random pipelines over keyed collections agree with plain arrays`() async {
    if let found = await KeyedScript.firstFailure(of: 0..<UInt64(scriptCount(60, long: 1_000))) {
      Issue.record("\(found)" as Comment)
    }
  }

  /// A row's first value was kept by an undone transaction whose collection went on from the undone
  /// state.
  @Test func `a script of rows that are computed first in an undone transaction`() async {
    if let found = await KeyedScript.firstFailure(of: 473..<474) {
      Issue.record("\(found)" as Comment)
    }
  }
}
