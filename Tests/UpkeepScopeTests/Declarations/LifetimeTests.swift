import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Law 5: the lifetimes of definitions.
///
/// The graph of a scope shows the definitions that the scope holds.
@Suite(.leavesNothing) struct LifetimeTests {
  private enum Numbers {
    static let atom = Family { (id: Int) in Atom(id, name: "atom") }
    static let plain = Atom(0, name: "plain")
    static let doubled = Family { (id: Int) in
      Computed(name: "doubled") { get in get(atom(id)) * 2 }
    }
    static let lingering = Family { (id: Int) in
      Computed(lifetime: .keep(for: .seconds(5)), name: "lingering") { get in get(atom(id)) }
    }
    static let none = Family { (id: Int) in Computed(lifetime: .lru(0), name: "none") { _ in id } }
    static let settings = Family { (_: Int) in Atom(Settings(), name: "settings") }
  }

  private final class Settings: Sendable {}

  private let scope = Scope()

  private func names(_ scope: Scope) -> [String] { scope.snapshot().graph.nodes.map(\.name) }

  private var names: [String] { names(scope) }

  @Test
  func `law 5: an unneeded value is released, with the values that only it needed`() {
    let probe = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    let first = RenderProbe(scope) { $0[Numbers.doubled(2)] }
    let second = RenderProbe(scope) { $0[Numbers.doubled(2)] }
    #expect(names == ["atom(1)", "atom(2)", "doubled(1)", "doubled(2)"])
    probe.end()
    first.end()
    #expect(names == ["atom(2)", "doubled(2)"])
    scope[Numbers.atom(2)] = 4
    #expect(second.frames == [4, 8])
  }

  @Test func `law 5: a written atom lives as long as its scope`() {
    let probe = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    scope[Numbers.atom(1)] = 7
    probe.end()
    #expect(names == ["atom(1)"])
    #expect((scope[Numbers.atom(1)], scope[Numbers.doubled(1)]) == (7, 14))
  }

  @Test func `law 5: an effect that ends and one that begins in the same batch hand a value over`()
  {
    let runs = Tally()
    let counted = Computed { _ in runs.next() }
    let first = RenderProbe(scope) { $0[counted] }
    let second = batch {
      first.end()
      return RenderProbe(scope) { $0[counted] }
    }
    #expect(second.frames == [1])
  }

  @Test func `law 5: members that no effect needs are released, and computed anew by a read`() {
    let outside = DerivedProperty { [scope] in scope[Numbers.atom(-1)] + scope[Numbers.plain] }
    #expect(outside.value == -1)
    scope[Numbers.plain] = 1
    let settings = scope[Numbers.settings(1)]
    for id in 0..<5_000 { #expect(scope[Numbers.doubled(id)] == id * 2) }
    #expect(names.count < 3_000)
    for id in 0..<5_000 { #expect(scope[Numbers.doubled(id)] == id * 2) }
    scope[Numbers.atom(17)] = 1
    #expect(scope[Numbers.doubled(17)] == 2)
    // A first value that is an object stays, because the program may have changed it.
    #expect(scope[Numbers.settings(1)] === settings)
    // `outside` has read a member that was released, and finds the new one.
    scope[Numbers.plain] = 0
    scope[Numbers.atom(-1)] = 10
    #expect(outside.value == 10)
  }

  @Test func `law 5: a value is not released while it computes, however much it reads`() {
    let runs = Tally()
    let sum = Computed { get in
      runs.next()
      return (0..<3_000).reduce(0) { $0 + get(Numbers.atom($1)) }
    }
    for id in 0..<3_000 { _ = scope[Numbers.doubled(id)] }
    _ = scope[sum]
    _ = scope[sum]
    #expect((runs.count, scope.snapshot().graph.nodes.map(\.inputs.count).max()) == (1, 3_000))
  }

  @Test func `law 5: .keep keeps a computed value, computed`() {
    let runs = Tally()
    let kept = Computed(lifetime: .keep, name: "kept") { get in get(Numbers.plain) + runs.next() }
    let gone = Computed { _ in runs.next() }
    for _ in 1...2 { RenderProbe(scope) { $0[kept] }.end() }
    #expect(runs.count == 1)
    for _ in 1...2 { RenderProbe(scope) { $0[gone] }.end() }
    #expect((runs.count, names) == (3, ["kept", "plain"]))
  }

  @Test func `law 5: .keep(for:) keeps for a time after the last need, by the scope's clock`() {
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    for _ in 1...2 {
      let probe = RenderProbe(scope) { $0[Numbers.lingering(1)] }
      clock.advance(by: .seconds(60))
      probe.end()
      clock.advance(by: .seconds(4))
      #expect(names(scope) == ["atom(1)", "lingering(1)"])
    }
    clock.advance(by: .seconds(1))
    #expect(names(scope) == [])
  }

  @Test func `law 5: .lru(n) keeps n members of a family that are not needed`() {
    let runs = Tally()
    let recent = Family { (id: Int) in
      Computed(lifetime: .lru(2), name: "recent") { _ in
        runs.add("\(id)")
        return id
      }
    }
    for id in 1...3 { RenderProbe(scope) { $0[recent(id)] }.end() }
    #expect(names == ["recent(2)", "recent(3)"])
    let needed = RenderProbe(scope) { $0[recent(2)] }
    for id in 4...6 { RenderProbe(scope) { $0[recent(id)] }.end() }
    #expect(names == ["recent(2)", "recent(5)", "recent(6)"])
    runs.clear()
    #expect([2, 5, 6, 1].map { scope[recent($0)] } == [2, 5, 6, 1] && runs.entries == ["1"])
    needed.end()
    #expect(scope[Numbers.none(1)] == 1)
    let probe = RenderProbe(scope) { $0[Numbers.none(2)] }
    #expect(probe.frames == [2])
    probe.end()
    #expect(!names.contains("none(2)"))
  }

  @Test func `law 5: the release of a scope ends everything in the scope`() {
    let log = Tally()
    let count = Atom(1, effects: [.onRelease { _ in log.add("atom") }])
    let double = Computed(effects: [.onRelease { _ in log.add("computed") }]) { get in
      get(count) * 2
    }
    var scope: Scope? = Scope()
    weak let weakScope = scope
    weak let settings = scope?[Numbers.settings(1)]
    _ = scope?[double]
    #expect(log.entries == [] && settings != nil)
    scope = nil
    #expect(weakScope == nil && settings == nil && log.entries.sorted() == ["atom", "computed"])
  }

  @Test func `a definition that is made and dropped leaves its place to another one`() {
    for number in 0..<100 {
      let atom = Atom(number)
      #expect(scope[atom] == number)
      scope[atom] += 1
      #expect(scope[atom] == number + 1)
    }
  }
}
