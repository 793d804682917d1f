import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct TestKitTests {
  private struct Broken: Error, Equatable {}

  @Test func `a gate holds loads back, lets them through, and can be closed again`() async {
    let gate = Gate<Int>()
    let answer = Resource { get in try await gate.value() }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[answer] }
    await scope.settle()
    #expect(gate.waitingCount == 1)
    gate.open(42)
    await scope.settle()
    #expect(gate.waitingCount == 0)
    gate.close()
    scope.refresh(answer)
    await scope.settle()
    gate.open(throwing: Broken())
    await scope.settle()
    #expect(
      probe.frames == [
        .loading, .value(42), .loading(previous: 42), .failed(Broken(), previous: 42),
      ])
  }

  @Test func `a task that is cancelled leaves a gate`() async {
    let gate = Gate<Int>()
    let waiting = Task { try await gate.value() }
    while gate.waitingCount == 0 { await Task.yield() }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func `settle waits for a load that has gone to another actor`() async {
    actor Service { func answer() -> Int { 7 } }
    let service = Service()
    let answer = Resource { get in await service.answer() }
    let scope = Scope()
    _ = scope[answer]
    await scope.settle()
    #expect(scope[answer] == .value(7))
  }

  @Test func `settle ends at once where nothing loads, and ends for a task that is cancelled`()
    async
  {
    let scope = Scope()
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

  @Test func `a probe counts what it saw until it ends`() {
    let count = Atom(0)
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[count] }
    scope[count] = 1
    #expect((probe.count, probe.last) == (2, 1))
    probe.end()
    scope[count] = 2
    #expect(probe.frames == [0, 1])
  }
}
