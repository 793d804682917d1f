import Foundation
import ScopeDifferential
import Testing

/// Law 13 for everything that is done with scopes: four times as much costs about four times as much, and not sixteen
/// times; and no chain and no nesting needs the stack. `leaks --resident` does the same with 100,000 of each.
@Suite struct ScopeGrowthTests {
  @Test(arguments: ScopeWork.all) func `law 13: four times as much costs four times as much`(
    _ work: ScopeWork
  ) async {
    let found = await onSmallStack { () -> (few: Double, many: Double, problem: String?) in
      var (few, many) = (Double.infinity, Double.infinity)
      // The best of several, for caches are shared with what runs at the same time.
      for _ in 0..<4 where !(many < few * 10) {
        few = min(few, work.perform(150).seconds)
        let result = work.perform(600)
        if let problem = result.problem { return (few, result.seconds, problem) }
        many = min(many, result.seconds)
      }
      return (few, many, nil)
    }
    #expect(found.problem == nil)
    #expect(found.many < found.few * 10, "\(found.few) s for 150, \(found.many) s for 600")
  }

  // Minutes in a debug build: `UPKEEP_LONG=1 swift test` runs it.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["UPKEEP_LONG"] != nil),
    arguments: ScopeWork.all.filter(\.isDeep))
  func `law 13: chains and nested scopes of any length on 512 KB`(_ work: ScopeWork) async {
    #expect(await onSmallStack { work.perform(20_000).problem } == nil)
  }

  private func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
