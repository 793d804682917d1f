import Testing
import Upkeep
import UpkeepScope

/// Code that runs inside a scope may use the scope, and may release the value that is being read.
@MainActor @Suite struct ScopeReentrancyTests {
  private enum Cells {
    static let number = Atom(1, name: "number")
    /// Reads itself while its first value is made.
    static let own: Atom<Int> = Atom(effects: [.onRelease { _ in released += 1 }], name: "own") {
      let current = scope
      scope = nil
      return (current?[own] ?? 0) + 1
    }
    static let lingering = Computed(lifetime: .keep(for: .seconds(1)), name: "lingering") { get in
      let number = get(number)
      if number == 1 { _ = passing?.value }
      passing = nil
      return [number]
    }
    static let member: Family<Int, Computed<Int>> = Family { id in
      Computed(lifetime: .lru(2), name: "member") { get in
        get(number) == 1 || id >= 100 ? id : get(id == 0 ? other : member(id - 1)) + 1
      }
    }
    static let other: Computed<Int> = Computed(name: "other") { get in
      // One member more than the cache holds, so the first member is released.
      get(member(100)) - 100
    }
  }

  // SAFETY: these are used on the main actor alone, by one test at a time.
  nonisolated(unsafe) private static var scope: Scope?
  nonisolated(unsafe) private static var released = 0
  nonisolated(unsafe) private static var passing: StoredProperty<Parting>?

  @Test func `an atom whose first value reads the atom exists once`() {
    withNodeCount { count in
      do {
        let scope = Scope()
        Self.scope = scope
        Self.released = 0
        #expect((scope[Cells.own], Self.released) == (1, 1))
        scope[Cells.own] = 7
        #expect(scope[Cells.own] == 7)
      }
      #expect(Self.released == 2)
      // The count may fall: the next turn of the main actor frees nodes that other tests dropped
      // elsewhere.
      #expect(count().nodes <= 0)
    }
  }

  @Test func `a computed value may be released at the end of the read that needs it`() {
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    Self.passing = StoredProperty(Parting { clock.advance(by: .seconds(2)) })
    #expect(scope[Cells.lingering] == [1])
    scope[Cells.number] = 2
    #expect(scope[Cells.lingering] == [2])
  }

  @Test func `a member may be released while it is checked`() {
    let scope = Scope()
    #expect((0..<2).map { scope[Cells.member($0)] } == [0, 1])
    _ = scope[Cells.other]
    scope[Cells.number] = 2
    #expect(scope[Cells.member(1)] >= 0)
  }
}
