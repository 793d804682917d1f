import Differential
import ScopeDifferential
import Testing

/// Random scripts in scopes, and an oracle that knows the definitions and nothing of the library.
///
/// `swift run -c release fuzz --scopes 60` runs them for as long as one likes,
/// `UPKEEP_SCRIPTS=100000` runs more of them here.
@Suite struct ScopeScriptTests {
  @Test func `scopes do what the oracle says`() async {
    if let found = await ScopeScript.firstFailure(of: 1..<end) { Issue.record("\(found)") }
  }

  @Test func `objects that closures make have the state that their initializers set`() async {
    if let found = await BirthScript.firstFailure(of: 1..<end) { Issue.record("\(found)") }
  }

  @Test func `a saved atom is never older than the last finished save`() async {
    if let found = await PersistenceScript.firstFailure(of: 1..<end) { Issue.record("\(found)") }
  }

  private var end: UInt64 { UInt64(max(1, scriptCount(30, long: 400))) + 1 }

  @Test(arguments: [838, 51_023, 45_045, 200_049, 777_355, 777_411, 900_000_230] as [UInt64])
  func `scripts that once failed pass`(_ seed: UInt64) async {
    if let found = await ScopeScript.firstFailure(of: seed..<seed + 1) { Issue.record("\(found)") }
  }
}
