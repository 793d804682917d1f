import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// The lifetimes of definitions: those that a scope holds are seen in its graph.
@MainActor @Suite struct LifetimeTests {
  private enum Numbers {
    static let atom = Family { (id: Int) in Atom(id, name: "atom") }
    static let plain = Atom(0, name: "plain")
    static let doubled = Family { (id: Int) in
      Computed(name: "doubled") { get in get(atom(id)) * 2 }
    }
    static let kept = Computed(lifetime: .keep, name: "kept") { get in get(plain) }
    static let lingering = Family { (id: Int) in
      Computed(lifetime: .keep(for: .seconds(5)), name: "lingering") { get in get(atom(id)) }
    }
    static let recent = Family { (id: Int) in
      Computed(lifetime: .lru(2), name: "recent") { _ in id }
    }
    static let none = Family { (id: Int) in Computed(lifetime: .lru(0), name: "none") { _ in id } }
    static let settings = Family { (_: Int) in Atom(Settings(), name: "settings") }
  }

  private final class Settings: Sendable {}

  private func names(_ scope: Scope) -> [String] { scope.snapshot().graph.nodes.map(\.name) }

  @Test
  func `a computed value, and the unwritten member that it has read, go with the last effect`() {
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    #expect(names(scope) == ["atom(1)", "doubled(1)"])
    probe.end()
    #expect(names(scope) == [])
  }

  @Test func `what another effect still needs stays`() {
    let scope = Scope()
    let first = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    let second = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    first.end()
    #expect(names(scope) == ["atom(1)", "doubled(1)"])
    scope[Numbers.atom(1)] = 4
    #expect(second.frames == [2, 8])
  }

  @Test func `what has been written stays as long as the scope`() {
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[Numbers.doubled(1)] }
    scope[Numbers.atom(1)] = 7
    probe.end()
    #expect(names(scope) == ["atom(1)"])
    #expect(scope[Numbers.atom(1)] == 7)
  }

  @Test func `an effect that goes and one that comes in the same batch hand a value over`() {
    let scope = Scope()
    let runs = Counter()
    let counted = Computed(name: "counted") { _ in runs.count() }
    let first = RenderProbe(scope) { $0[counted] }
    let second = batch {
      first.end()
      return RenderProbe(scope) { $0[counted] }
    }
    #expect(second.frames == [1])
  }

  @Test func `a thousand members that were only read in passing are let go of, and read anew`() {
    let scope = Scope()
    for id in 0..<5_000 { #expect(scope[Numbers.doubled(id)] == id * 2) }
    #expect(names(scope).count < 3_000)
    for id in 0..<5_000 { #expect(scope[Numbers.doubled(id)] == id * 2) }
    scope[Numbers.atom(17)] = 1
    #expect(scope[Numbers.doubled(17)] == 2)
  }

  @Test
  func `a derived value outside that has read a member which was let go of finds the new one`() {
    let scope = Scope()
    let outside = DerivedProperty { scope[Numbers.atom(-1)] + scope[Numbers.plain] }
    #expect(outside.value == -1)
    scope[Numbers.plain] = 1
    for id in 0..<5_000 { _ = scope[Numbers.doubled(id)] }
    scope[Numbers.plain] = 0
    scope[Numbers.atom(-1)] = 10
    #expect(outside.value == 10)
  }

  @Test func `a first value that is an object is not lost, for it may have been changed`() {
    let scope = Scope()
    let settings = scope[Numbers.settings(1)]
    for id in 0..<5_000 { _ = scope[Numbers.doubled(id)] }
    #expect(scope[Numbers.settings(1)] === settings)
  }

  @Test func `with keep a value stays, whoever comes and goes`() {
    let scope = Scope()
    RenderProbe(scope) { $0[Numbers.kept] }.end()
    #expect(names(scope) == ["kept", "plain"])
  }

  @Test func `with keep for a time it stays so long after its last effect`() {
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    let probe = RenderProbe(scope) { $0[Numbers.lingering(1)] }
    clock.advance(by: .seconds(60))
    probe.end()
    clock.advance(by: .seconds(4))
    #expect(names(scope) == ["atom(1)", "lingering(1)"])
    let again = RenderProbe(scope) { $0[Numbers.lingering(1)] }
    clock.advance(by: .seconds(4))
    #expect(names(scope) == ["atom(1)", "lingering(1)"])
    again.end()
    clock.advance(by: .seconds(5))
    #expect(names(scope) == [])
  }

  @Test func `with lru the last so many that nobody needs stay`() {
    let scope = Scope()
    for id in 1...3 { RenderProbe(scope) { $0[Numbers.recent(id)] }.end() }
    #expect(names(scope) == ["recent(2)", "recent(3)"])
    let needed = RenderProbe(scope) { $0[Numbers.recent(2)] }
    for id in 4...6 { RenderProbe(scope) { $0[Numbers.recent(id)] }.end() }
    #expect(names(scope) == ["recent(2)", "recent(5)", "recent(6)"])
    needed.end()
  }

  @Test func `with lru of none a value is there as long as it is read`() {
    let scope = Scope()
    #expect(scope[Numbers.none(1)] == 1)
    let probe = RenderProbe(scope) { $0[Numbers.none(2)] }
    #expect(probe.frames == [2])
    probe.end()
    #expect(!names(scope).contains("none(2)"))
  }

  @Test func `a scope lets go of everything with itself`() {
    weak var released: Settings?
    do {
      let scope = Scope()
      released = scope[Numbers.settings(1)]
      scope[Numbers.plain] = 1
      #expect(released != nil)
    }
    #expect(released == nil)
  }

  @Test func `a definition that is made and dropped leaves its place to another one`() {
    let scope = Scope()
    for number in 0..<100 {
      let atom = Atom(number)
      #expect(scope[atom] == number)
      scope[atom] += 1
      #expect(scope[atom] == number + 1)
    }
  }
}

/// Counts the runs of something.
private final class Counter: @unchecked Sendable {
  // SAFETY: used by one test, on one actor.
  private var runs = 0

  func count() -> Int {
    runs += 1
    return runs
  }
}
