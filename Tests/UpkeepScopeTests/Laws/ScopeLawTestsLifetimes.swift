import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Law 5 of scopes.
@Suite(.leavesNothing) struct ScopeLawTestsLifetimes {
  private static let drafts = Family { (room: Int) in Atom("", name: "draft") }
  private static let shouts = Family { (room: Int) in
    Computed(name: "shout") { get in get(drafts(room)).uppercased() }
  }

  private func names(_ scope: Scope) -> [String] { scope.snapshot().graph.nodes.map(\.name) }

  @Test func `law 5: what nobody needs any more goes, and what only it needed`() {
    let scope = Scope()
    var probe: RenderProbe? = RenderProbe(scope) { $0[Self.shouts(1)] }
    let other = RenderProbe(scope) { $0[Self.shouts(2)] }
    #expect(names(scope) == ["draft(1)", "draft(2)", "shout(1)", "shout(2)"])
    #expect(probe?.count == 1)
    probe = nil
    #expect(names(scope) == ["draft(2)", "shout(2)"])
    #expect(other.frames == [""])
  }

  @Test func `law 5: a written atom lives as long as its scope`() {
    let scope = Scope()
    var probe: RenderProbe? = RenderProbe(scope) { $0[Self.shouts(1)] }
    scope[Self.drafts(1)] = "hi"
    #expect(probe?.last == "HI")
    probe = nil
    #expect(names(scope) == ["draft(1)"])
    #expect(scope[Self.drafts(1)] == "hi")
    #expect(scope[Self.shouts(1)] == "HI")
  }

  @Test func `law 5: what something alive needs stays`() {
    let scope = Scope()
    var one: RenderProbe? = RenderProbe(scope) { $0[Self.shouts(1)] }
    let two = RenderProbe(scope) { $0[Self.shouts(1)] + "!" }
    #expect(one?.count == 1)
    one = nil
    scope[Self.drafts(1)] = "hi"
    #expect(two.frames == ["!", "HI!"])
  }

  @Test func `law 5: what was only read in passing does not pile up`() {
    let scope = Scope()
    for room in 0..<10_000 { #expect(scope[Self.shouts(room)] == "") }
    #expect(names(scope).count < 5_000)
    scope[Self.drafts(1)] = "hi"
    #expect(scope[Self.shouts(1)] == "HI")
  }

  @Test func `law 5: what is being computed stays, however much it reads`() {
    let log = Tally()
    let counts = Family { (id: Int) in Atom(id) }
    let doubles = Family { (id: Int) in Computed { get in get(counts(id)) * 2 } }
    let sum = Computed { get in
      log.add("computed")
      return (0..<3_000).reduce(0) { $0 + get(counts($1)) }
    }
    let scope = Scope()
    for id in 0..<3_000 { _ = scope[doubles(id)] }
    _ = scope[sum]
    _ = scope[sum]
    #expect(log.entries.count == 1)
    #expect(scope.snapshot().graph.nodes.map(\.inputs.count).max() == 3_000)
  }

  @Test func `law 5: .keep keeps a computed value, computed`() {
    let runs = Tally()
    let kept = Computed(lifetime: .keep) { _ in runs.next() }
    let gone = Computed { _ in runs.next() }
    let scope = Scope()
    for _ in 1...2 {
      _ = RenderProbe(scope) { $0[kept] }
    }
    #expect(runs.count == 1)
    for _ in 1...2 {
      _ = RenderProbe(scope) { $0[gone] }
    }
    #expect(runs.count == 3)
  }

  @Test func `law 5: .keep(for:) keeps for a time after the last need, by the clock of the scope`()
  {
    let clock = ManualClock()
    let kept = Computed(lifetime: .keep(for: .seconds(10)), name: "kept") { _ in 1 }
    let scope = Scope(clock: clock)
    var probe: RenderProbe? = RenderProbe(scope) { $0[kept] }
    clock.advance(by: .seconds(60))
    #expect(probe?.count == 1)
    probe = nil
    clock.advance(by: .seconds(9))
    #expect(names(scope) == ["kept"])
    probe = RenderProbe(scope) { $0[kept] }
    clock.advance(by: .seconds(9))
    #expect(names(scope) == ["kept"])
    probe = nil
    clock.advance(by: .seconds(10))
    #expect(names(scope) == [])
  }

  @Test func `law 5: .lru(n) keeps as many of a family as nobody needs`() {
    let runs = Tally()
    let squares = Family { (number: Int) in
      Computed(lifetime: .lru(2), name: "square") { _ in
        runs.add("\(number)")
        return number * number
      }
    }
    let scope = Scope()
    let live = RenderProbe(scope) { $0[squares(0)] }
    for number in 1...3 {
      _ = RenderProbe(scope) { $0[squares(number)] }
    }
    #expect(names(scope) == ["square(0)", "square(2)", "square(3)"])
    runs.clear()
    #expect([0, 2, 3, 1].map { scope[squares($0)] } == [0, 4, 9, 1])
    #expect(runs.entries == ["1"])
    #expect(live.count == 1)
  }

  @Test func `law 5: an observer is held by nobody`() {
    final class View {
      let updater = Updater()
      var shown = ""
    }
    let scope = Scope()
    weak var gone: View?
    do {
      let view = View()
      gone = view
      view.updater.keepUpToDate { [unowned view] in view.shown = scope[Self.shouts(1)] }
      scope[Self.drafts(1)] = "hi"
      #expect(view.shown == "HI")
    }
    #expect(gone == nil)
    scope[Self.drafts(1)] = "ho"
    #expect(names(scope) == ["draft(1)"])
  }

  @Test func `law 5: a scope that goes ends everything in it`() {
    let log = Tally()
    let count = Atom(1, effects: [.onRelease { _ in log.add("atom") }])
    let double = Computed(effects: [.onRelease { _ in log.add("computed") }]) { get in
      get(count) * 2
    }
    var scope: Scope? = Scope()
    weak let weakScope = scope
    _ = scope?[double]
    #expect(log.entries == [])
    scope = nil
    #expect(weakScope == nil)
    #expect(log.entries.sorted() == ["atom", "computed"])
  }
}
