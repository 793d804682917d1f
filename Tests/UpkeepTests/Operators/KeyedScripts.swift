import Differential
import Testing

/// Laws C1, C2 and C4: every operator agrees with plain arrays.
///
/// Its cost is the cost of the change, and its edits are the fewest that lead to the new value.
@Suite(.leavesNothing) struct KeyedScripts {
  // In the script of the second range a rolled back transaction has kept a row's first value, and
  // its collection has gone on from the undone state.
  @Test(arguments: [0..<UInt64(scriptCount(60, long: 1_000)), 473..<474])
  func `laws C1, C2, C4: random pipelines over collections agree with plain arrays`(
    seeds: Range<UInt64>
  ) async {
    if let found = await KeyedScript.firstFailure(of: seeds) {
      Issue.record("\(found)" as Comment)
    }
  }
}
