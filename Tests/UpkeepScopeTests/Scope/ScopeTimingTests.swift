import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Values of a scope, followed in time.
@MainActor @Suite struct ScopeTimingTests {
  private nonisolated enum Search {
    static let text = Atom("")
    static let query = Computed { get in get(text).lowercased() }
  }

  @Test func `any value of a scope can be debounced, and what went before it told`() {
    let scope = Scope()
    let clock = ManualClock()
    let query = scope.property(Search.query).debounced(for: .seconds(1), clock: clock)
    let before = scope.property(Search.text).previous()
    let updater = Updater()
    var log: [String] = []
    updater.keepUpToDate { log.append(query.value) }
    for text in ["T", "TE", "Te", "Tea"] { scope[Search.text] = text }
    #expect(query.isPending)
    #expect(before.value == "Te")
    clock.advance(by: .seconds(1))
    #expect(log == ["", "tea"])
  }

  @Test func `a timed value of a scope keeps the scope, and lets it go`() {
    weak var observed: Scope?
    let clock = ManualClock()
    do {
      let scope = Scope()
      observed = scope
      let text = scope.property(Search.text).throttled(for: .seconds(1), clock: clock)
      scope[Search.text] = "a"
      scope[Search.text] = "b"
      clock.advance(by: .seconds(1))
      #expect(text.value == "b")
    }
    #expect(observed == nil)
    #expect(clock.now == .seconds(1))
  }
}
