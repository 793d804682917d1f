import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Offline: Error {}

private enum Weather {
  static let answer = Gate<Int>()
  static let degrees = Resource { get in try await answer.value() }
  static let text = Resource { get in "\(try await get(degrees)) degrees" }
}

/// The page TestingScopes.
@MainActor @Suite(.serialized) struct TestingScopesPage {
  @Test func `the code about stubs gives its stated results`() async throws {

    let scope = Scope { $0.stub(Weather.degrees, 20) }
    try #expect(await scope.value(of: Weather.text) == "20 degrees")
    scope.stub(Weather.degrees, throwing: Offline())  // at any time
    #expect(scope[Weather.degrees].error is Offline)
  }

  @Test func `a probe records the frames before and after a gate opens`() async {
    let scope = Scope(clock: ManualClock())
    let view = RenderProbe(scope) { scope in scope[Weather.text].value ?? "..." }
    await scope.settle()
    Weather.answer.open(21)
    await scope.settle()
    #expect(view.frames == ["...", "21 degrees"])
  }
}
