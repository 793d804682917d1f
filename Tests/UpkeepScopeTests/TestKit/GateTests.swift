import Testing
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct GateTests {
  private let gate = Gate<Int>()

  @Test func `a load that waits when it opens goes through, also where it closes at once`()
    async throws
  {
    let gate = gate
    let answer = Resource { _ in try await gate.value() }
    let scope = Scope()
    _ = scope[answer]
    await scope.settle()
    gate.open(42)
    gate.close()
    await scope.settle()
    #expect(scope[answer].value == 42)
    #expect(gate.waitingCount == 0)
  }

  @Test func `a task that comes when it is closed again waits`() async throws {
    gate.open(1)
    gate.close()
    let waiting = Task { [gate] in try await gate.value() }
    while gate.waitingCount == 0 { await Task.yield() }
    gate.open(2)
    #expect(try await waiting.value == 2)
  }

  @Test func `a task that is cancelled waits no longer`() async {
    let waiting = Task { [gate] in try await gate.value() }
    while gate.waitingCount == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(gate.waitingCount == 0)
  }
}
