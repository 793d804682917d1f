import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct TestKitTests {
  private let scope = Scope()

  @Test func `settle waits for a load that has gone to another actor`() async {
    actor Service { func answer() -> Int { 7 } }
    let service = Service()
    let answer = Resource { get in await service.answer() }
    _ = scope[answer]
    await scope.settle()
    #expect(scope[answer] == .value(7))
  }

  @Test func `settle ends at once where nothing loads, and for a cancelled task`() async {
    await scope.settle()
    let never = Resource { get in
      try await Task.sleep(for: .seconds(1_000_000))
      return 1
    }
    let probe = RenderProbe(scope) { $0[never] }
    let settling = Task { await scope.settle() }
    await Task.yield()
    settling.cancel()
    await settling.value
    #expect(probe.frames == [.loading])
  }

  @Test func `a stub that only loads comes to nothing`() async {
    let answer = Resource { get in try await get.sleep(for: .zero) }
    let scope = Scope.hermetic { $0.stub(answer, throwing: LoadError.stillLoading) }
    await scope.settle()
    #expect(scope[answer].isLoading)
  }
}
