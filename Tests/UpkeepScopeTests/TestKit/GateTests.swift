import Testing
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct GateTests {
  private struct Broken: Error, Equatable {}

  private let gate = Gate<Int>()
  private let scope = Scope()

  @Test func `a gate holds loads back, lets them through, and can be closed again`() async {
    let gate = gate
    let answer = Resource { _ in try await gate.value() }
    let probe = RenderProbe(scope) { $0[answer] }
    await scope.settle()
    #expect(gate.waitingCount == 1)
    gate.open(42)
    // A load that waits when it opens goes through, also where it closes at once.
    gate.close()
    await scope.settle()
    #expect(gate.waitingCount == 0)
    scope.refresh(answer)
    await scope.settle()
    gate.open(throwing: Broken())
    await scope.settle()
    #expect(
      probe.frames == [
        .loading, .value(42), .loading(previous: 42), .failed(Broken(), previous: 42),
      ])
  }

  @Test func `a task that comes when a gate is closed again waits till cancelled`() async throws {
    gate.open(1)
    #expect(try await gate.value() == 1)
    gate.close()
    let waiting = (1...2).map { _ in Task { [gate] in try await gate.value() } }
    while gate.waitingCount < 2 { await Task.yield() }
    waiting[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[0].value }
    #expect(gate.waitingCount == 1)
    gate.open(2)
    #expect(try await waiting[1].value == 2)
  }
}
