import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

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
}
