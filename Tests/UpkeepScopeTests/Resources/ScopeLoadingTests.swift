import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct ScopeLoadingTests {
  @Test func `a reader that waits for a resource gets it, although it is loaded anew as it comes`()
    async throws
  {
    let starts = Tally()
    let inner = Resource { _ async in 1 }
    let outer = Resource { get in
      if starts.next() == 9 { return -1 }
      await Task.yield()
      return get.loadable(inner).value ?? 0
    }
    let scope = Scope()
    #expect(try await scope.value(of: outer) == 1)
    #expect(starts.count == 2)
  }
}
