import Differential
import ScopeDifferential
import Testing
import Upkeep
import UpkeepScope

/// Law 13 for all work with scopes: four times the work costs about four times as much.
///
/// It must not cost sixteen times as much, and no chain and no nesting may need the stack. The
/// program `leaks` does the same work with 100,000 of each.
@Suite struct ScopeGrowthTests {
  @Test(arguments: ScopeWork.all)
  func `law 13: four times the work costs about four times as much`(_ work: ScopeWork) async {
    let found = await onItsOwnThread(stackSize: work.nestingLevels == nil ? 512 << 10 : 64 << 20) {
      work.growth(from: amount(60, long: 400))
    }
    #expect(found.problem == nil)
    #expect(found.growth.isLinear, "\(found.growth)")
  }

  @Test(arguments: ScopeWork.flat)
  func `law 14: memory stays flat while effects move from value to value`(_ work: ScopeWork) async {
    let problem = await onItsOwnThread(stackSize: 512 << 10) {
      work.perform(amount(500, long: 50_000)).problem
    }
    #expect(problem == nil)
  }

  // Takes minutes in a debug build.
  @Test(.enabled(if: takesLongForm), arguments: ScopeWork.all.filter(\.isDeep))
  func `law 13: chains and nested scopes of any length fit on 512 KB of stack`(_ work: ScopeWork)
    async
  {
    #expect(await onItsOwnThread(stackSize: 512 << 10) { work.perform(20_000).problem } == nil)
  }

  @Test(arguments: ScopeWork.all.filter { $0.nestingLevels != nil })
  func `law 13: closures of definitions nest hundreds of levels on 512 KB in release`(
    _ work: ScopeWork
  ) async {
    let levels = work.nestingLevels ?? 0
    #expect(await onItsOwnThread(stackSize: nestingStack) { work.perform(levels).problem } == nil)
  }

  @Test func `law 13: writes that pass on without an end are stopped, with advice`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withStack { withMisuseHandler({ _ in }) { Scope()[Endless.passed(0)] = 1 } }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("levels deep at passed"))
  }
}

/// Each value passes a write on to the next value.
private enum Endless {
  static let passed: Family<Int, WritableComputed<Int>> = Family { level in
    WritableComputed(
      name: "passed", get: { _ in level }, set: { scope, value in scope[passed(level + 1)] = value }
    )
  }
}
