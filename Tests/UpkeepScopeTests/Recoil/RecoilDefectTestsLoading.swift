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
}
