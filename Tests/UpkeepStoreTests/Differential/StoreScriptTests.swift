import Differential
import StoreDifferential
import Testing

/// Random scripts in stores, and an oracle that knows the tables and nothing of the library.
///
/// `swift run -c release fuzz --stores 60` runs them for as long as one likes,
/// `UPKEEP_SCRIPTS=100000` runs more of them here.
@Suite struct StoreScriptTests {
  @Test func `stores do what the oracle says`() async {
    let count = UInt64(max(1, scriptCount(20, long: 300)))
    // In the last script rows are added together, in another order than that of their names.
    for seeds in [1..<count + 1, 2_689_500_828..<2_689_500_829] {
      if let found = await StoreScript.firstFailure(of: seeds) { Issue.record("\(found)") }
    }
  }
}
