import Testing
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct TestKitTests {
  private let scope = Scope()

  @Test func `settle waits for a load that has gone to another actor`() async {
    actor Service { func answer() -> Int { 7 } }
    let service = Service()
    let answer = Resource { get in await service.answer() }
    await scope.settle { _ = scope[answer] }
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

  @Test func `a stub that only loads never gets a value`() async {
    let answer = Resource { get in try await get.sleep(for: .zero) }
    let scope = Scope.hermetic { $0.stub(answer, throwing: LoadError.stillLoading) }
    await scope.settle()
    #expect(scope[answer].isLoading)
  }

  @Test func `a probe renders again when it is told to, until it has ended`() {
    let number = Atom(1)
    var title = "a"
    let probe = RenderProbe(scope) { "\(title)\($0[number])" }
    title = "b"
    probe.render()
    scope[number] = 2
    probe.end()
    probe.render()
    #expect(probe.frames == ["a1", "b1", "b2"])
  }

  private let gate = Gate<Int>()

  @Test func `a gate holds loads back, lets them through, and can be closed again`() async {
    let gate = gate
    let answer = Resource { _ in try await gate.value() }
    let probe = await scope.settledProbe { $0[answer] }
    #expect(gate.waitingCount == 1)
    gate.open(42)
    // A load that already waits gets the value, even if the gate closes at once.
    gate.close()
    await scope.settle()
    #expect(gate.waitingCount == 0)
    await scope.settle { scope.refresh(answer) }
    await scope.settle { gate.open(throwing: Refused()) }
    #expect(
      probe.frames == [
        .loading, .value(42), .loading(previous: 42), .failed(Refused(), previous: 42),
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
