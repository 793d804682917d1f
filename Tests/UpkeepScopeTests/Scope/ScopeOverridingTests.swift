import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let price = Atom(1, name: "price")

/// Overrides after the first read: mistakes that random scripts have found.
@MainActor @Suite struct ScopeOverridingTests {
  @Test func `a resource with input from the parent follows the child's override`() async {
    let other = Atom(0)
    let total = Resource { get async in get(price) * 10 }
    let child = Scope(parent: Scope()) { $0.override(other, with: Atom(1)) }
    let probe = await child.settledProbe { $0[total] }
    await child.settle { child.override(price, with: Atom(5)) }
    await child.settle { child[price] = 6 }
    #expect(
      probe.frames == [
        .loading, .value(10), .loading(previous: 10), .value(50), .loading(previous: 50),
        .value(60),
      ])
  }

  @Test func `a later override of a scope reaches the scopes inside that do not override`() {
    let total = Computed { get in get(price) * 10 }
    let parent = Scope()
    let child = Scope(parent: parent) { $0.override(total, with: Computed { get in get(price) }) }
    let grandchild = Scope(parent: child) { $0.override(Atom(0), with: Atom(1)) }
    let own = RenderProbe(child) { $0[total] }
    let inner = RenderProbe(grandchild) { $0[total] }
    child.override(total, with: Computed { get in get(price) + 100 })
    parent.override(total, with: Computed { _ in 0 })
    #expect((own.frames, inner.frames, parent[total]) == ([1, 101], [1, 101], 0))
  }

  @Test func `a reader that waits for a resource overridden meanwhile gets the new value`()
    async throws
  {
    let gate = Gate<Int>()
    let number = Resource { _ in try await gate.value() }
    let text = Resource { get in try await "\(get(number))" }
    let child = Scope(parent: Scope())
    let waiting = Task { try await child.value(of: text) }
    await child.settle()
    let other = Atom(5)
    child.override(number, with: Resource { get in await slowly(get(other)) })
    await child.settle()
    #expect(try await waiting.value == "5")
  }

  @Test func `a load follows the override of a resource that it has awaited`() async {
    let (gate, other) = (Gate<Int>(), Atom(5))
    let number = Resource { _ in try await gate.value() }
    let text = Resource { get in try await "\(get(number))" }
    let child = Scope(parent: Scope()) { $0.override(Atom(0), with: Atom(1)) }
    #expect(child[text].isLoading)
    await child.settle()
    await child.settle { child.override(number, with: Resource { get async in get(other) }) }
    #expect(child[text] == .value("5"))
    child[other] = 6
    #expect(child[text].isLoading)
    await child.settle()
    #expect(child[text] == .value("6"))
  }

  @Test func `a reload after a pause begins even if its input was overridden meanwhile`() async {
    let (clock, other) = (ManualClock(), Atom(0))
    let total = Resource { get async in get(price) * 10 }.debounced(for: .seconds(10))
    let child = Scope(parent: Scope(clock: clock)) { $0.override(other, with: Atom(1)) }
    let probe = await child.settledProbe { $0[total] }
    child[price] = 2
    child.override(price, with: Atom(5))
    clock.advance(by: .seconds(9))
    child.override(other, with: Atom(2))
    clock.advance(by: .seconds(1))
    await child.settle()
    #expect(probe.frames.last == .value(50))
  }
}

@Suite(.leavesNothing) struct ChildScopeOverrideTests {
  @Test func `a child with an override of its own sees those of its parent`() {
    let price = Computed { _ in 1 }
    let count = Atom(1)
    let total = Computed { get in get(price) * get(count) }
    let parent = Scope { $0.stub(price, 10) }
    let child = Scope(parent: parent) { $0.stub(count, 3) }
    #expect((parent[total], child[total]) == (10, 30))
  }

  @Test func `a child's write to a definition goes where its parent's override says`() {
    let (first, second) = (Atom(1), Atom(1))
    let shown = WritableComputed(
      get: { get in get(first) }, set: { scope, value in scope[first] = value })
    let parent = Scope {
      $0.override(
        shown,
        with: WritableComputed(
          get: { get in get(second) }, set: { scope, value in scope[second] = value }))
    }
    let child = Scope(parent: parent)
    child[shown] = 5
    #expect((child[shown], parent[first], parent[second]) == (5, 1, 5))
  }

  private static let half = Atom(1)

  private struct Double: WritableComputedNode {
    func compute(_ get: Reader) -> Int { get(half) * 2 }
    func set(_ value: Int, in scope: Scope) { scope[half] = value / 2 }
  }

  @Test func `a type that can be written is overridden in both directions`() {
    let scope = Scope()
    scope[Double()] = 10
    #expect((scope[Double()], scope[Self.half]) == (10, 5))
    scope.override(
      Double(),
      with: WritableComputed(
        get: { get in get(Self.half) + 100 },
        set: { scope, value in scope[Self.half] = value - 100 }))
    #expect(scope[Double()] == 105)
    scope[Double()] = 107
    #expect(scope[Self.half] == 7)
  }

  // SAFETY: used on the test's thread alone.
  private final class Asked: @unchecked Sendable {
    let input = StoredProperty(0)
    var count = 0
  }

  private struct Counted: AtomNode {
    let asked: Asked

    func initial() -> Int { 0 }

    var effects: [DefinitionEffect<Int>] {
      asked.count += 1 + asked.input.value
      return []
    }

    static func == (one: Counted, other: Counted) -> Bool { one.asked === other.asked }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(asked)) }
  }

  @Test func `a node is asked for its effects once, and no reader follows what the node reads`() {
    let asked = Asked()
    let node = Counted(asked: asked)
    let child = Scope(parent: Scope()) { $0.override(Atom(0), with: Atom(1)) }
    var log: [Int] = []
    let updater = Updater()
    updater.keepUpToDate { log.append(child[node]) }
    for value in 1...3 { child[node] = value }
    asked.input.value = 9
    #expect(log == [0, 1, 2, 3])
    #expect(asked.count == 1)
  }
}
