import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Defects of RecoilSwift with values that come later.
@MainActor @Suite struct RecoilDefectTestsLoading {
  @Test func `defect 8: an input written during a load is not lost`() async {
    let (gate, starts) = (Gate<Void>(), Tally())
    let factor = Atom(1)
    let product = Resource { get in
      starts.next()
      let factor = get(factor)
      try await gate.value()
      return factor * 10
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[product] }
    await scope.settle()
    scope[factor] = 2
    await scope.settle()
    gate.open(())
    await scope.settle()
    #expect(probe.frames == [.loading, .value(20)])
    #expect(starts.count == 2)
  }

  @Test func `defect 9: a value written while the first one loads stays`() async {
    let gate = Gate<Int>()
    let number = Resource { _ in try await gate.value() }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[number] }
    await scope.settle()
    scope[number] = .value(100)
    gate.open(7)
    await scope.settle()
    #expect(probe.frames == [.loading, .value(100)])
    #expect(await (try? scope.value(of: number)) == 100)
  }

  @Test func `defect 10: what was loaded last stays while it loads anew`() async {
    let starts = Tally()
    let number = Resource { _ in
      await Task.yield()
      return starts.next()
    }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[number] }
    await scope.settle()
    scope.refresh(number)
    #expect((scope[number].value, scope[number].isLoading) == (1, true))
    await scope.settle()
    #expect(probe.frames == [.loading, .value(1), .loading(previous: 1), .value(2)])
  }

  @Test func `defect 15: a stub takes the place of a load that is under way`() async {
    let gate = Gate<Int>()
    let number = Resource { _ in try await gate.value() }
    let next = Resource { get in try await get(number) + 1 }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[next] }
    await scope.settle()
    scope.stub(number, 41)
    await scope.settle()
    gate.open(1)
    await scope.settle()
    #expect(probe.frames == [.loading, .value(42)])
  }

  @Test func `defect 16: loading and failures are seen from below while loads run`() async {
    struct Refused: Error {}
    let gate = Gate<Int>()
    let number = Resource { _ in try await gate.value() }
    let text = Computed { get in "\(get(number).value ?? 0)" }
    let scope = Scope()
    let probe = RenderProbe(scope) { scope in
      let status = scope.status(of: text)
      return "\(status.isLoading) \(status.errors.count)"
    }
    await scope.settle()
    gate.open(throwing: Refused())
    await scope.settle()
    #expect(probe.frames == ["true 0", "false 1"])
  }

  @Test func `defect 17: a load may go to the main actor while that waits for it`() async throws {
    let number = Resource { get in
      await Task.yield()
      return await MainActor.run { 41 } + 1
    }
    #expect(try await Scope().value(of: number) == 42)
  }

  @Test func `defect 20: a load that nobody needs is cancelled, and a writer may wait`()
    async throws
  {
    let (gate, ends) = (Gate<Int>(), Tally())
    let number = Resource { _ in
      defer { ends.add("\(Task.isCancelled)") }
      return try await gate.value()
    }
    let scope = Scope()
    var probe: RenderProbe? = RenderProbe(scope) { $0[number] }
    await scope.settle()
    #expect(probe?.count == 1)
    probe = nil
    await scope.settle()
    #expect(ends.entries == ["true"])
    let save = scope.callback { scope, value in
      await Task.yield()
      scope[number] = .value(value)
    }
    try await save(3)
    #expect(scope[number] == .value(3))
  }
}
