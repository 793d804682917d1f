import UpkeepScope
import UpkeepTestKit

extension Scope {
  /// Makes a change, and waits for the loads that follow it.
  nonisolated(nonsending) func settle(_ change: () -> Void) async {
    change()
    await settle()
  }

  /// Makes a probe, and waits for the loads that it begins.
  nonisolated(nonsending) func settledProbe<Frame>(
    _ render: @escaping (Scope) -> Frame
  ) async -> RenderProbe<Frame> {
    let probe = RenderProbe(self, render)
    await settle()
    return probe
  }

  /// Makes a change, and waits until it is saved.
  nonisolated(nonsending) func saved(_ change: () -> Void) async throws {
    change()
    try await saved()
  }
}
