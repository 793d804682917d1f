import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct SnapshotTests {
  private let scope = Scope()

  private enum Shop {
    static let items = Atom<[String]>([], name: "items").encoded(as: "shop.items")
    static let rate = Atom(2, name: "rate").encoded(as: "shop.rate")
    static let note = Family { (id: Int) in Atom("", name: "note").encoded(as: "shop.note.\(id)") }
    static let view = Atom(Unequal(), name: "view")
    static let total = Computed(name: "total") { get in get(items).count * get(rate) }
  }

  private struct Unequal {}

  @Test func `an error names the oldest of the values that cannot be read`() throws {
    let texts = Family { (id: Int) in Atom("tea", name: "text").encoded(as: "\(id)") }
    let numbers = Family { (id: Int) in Atom(0, name: "number").encoded(as: "\(id)") }
    let (scope, other) = (Scope(), Scope())
    for id in 0..<50 { _ = (scope[texts(id)], other[numbers(id)]) }
    let data = try scope.snapshot().encoded()
    let error = #expect(throws: SnapshotError.self) { try other.restore(encoded: data) }
    #expect(error?.description.contains("'0', which is number(0), cannot be read") == true)
  }

  @Test func `a restored snapshot is one change, also for a value that goes with it`() {
    let first = Atom(Parting(), name: "first")
    let second = Atom(0, name: "second")
    _ = (scope[first], scope[second])
    let before = scope.snapshot()
    scope[second] = 7
    var seen: Int?
    batch {
      scope[first] = Parting()
      scope[first] = Parting {
        MainActor.assumeIsolated {
          seen = scope[second]
          scope[second] = 9
        }
      }
      scope.restore(before)
    }
    #expect(seen == 0 && scope[second] == 9)
  }

  @Test func `the first read of an atom is a difference, and its absence is its first value`() {
    let discount = Atom(0, name: "discount")
    let scope = Scope()
    let before = scope.snapshot()
    #expect(scope[discount] == 0)
    let changes = scope.snapshot().changes(since: before)
    #expect(changes.map(\.description) == ["discount: nothing -> 0"])
    scope[discount] = 5
    scope.restore(before)
    #expect(scope[discount] == 0)
  }

  @Test func `two snapshots compare the values of their atoms`() {
    let scope = Scope { $0[Shop.items] = ["tea"] }
    let before = scope.snapshot()
    #expect(scope.snapshot() == before)
    scope[Shop.items].append("milk")
    #expect((before[Shop.items], before[Shop.rate], before.atomNames) == (["tea"], nil, ["items"]))
    let after = scope.snapshot()
    #expect(after != before)
    #expect(
      after.changes(since: before).map(\.description) == [#"items: ["tea"] -> ["tea", "milk"]"#])
    scope[Shop.items].removeLast()
    #expect(scope.snapshot() == before)
    _ = scope[Shop.rate]
    #expect(scope.snapshot().changes(since: before).map(\.description) == ["rate: nothing -> 2"])
  }

  @Test func `values without equality compare by whether they were written in between`() {
    _ = scope[Shop.view]
    let before = scope.snapshot()
    #expect(scope.snapshot() == before)
    scope[Shop.view] = Unequal()
    #expect(scope.snapshot() != before)
  }

  @Test func `the atoms with a key go through JSON and back, also before they are read`() throws {
    scope[Shop.items] = ["tea", "\"milk\""]
    scope[Shop.note(3)] = "third"
    let data = try scope.snapshot().encoded()
    let other = Scope { $0[Shop.items] = ["salt"] }
    let probe = RenderProbe(other) { $0[Shop.items] }
    let loose = Atom(1)
    other[loose] = 7
    try other.restore(encoded: data)
    #expect(probe.frames == [["salt"], ["tea", "\"milk\""]])
    #expect((other[Shop.note(3)], other[Shop.rate], other[loose]) == ("third", 2, 7))
    #expect(try other.snapshot().encoded() != data)
    other.restore(scope.snapshot())
    #expect(try scope.snapshot().encoded() == data)
  }

  @Test(arguments: [
    ("", "cannot be read"), ("{}", "cannot be read"),
    (
      #"{"format": "other", "atoms": {}}"#,
      "its format is to be 'upkeep snapshot 1', and is 'other'"
    ),
    (
      #"{"format": "upkeep snapshot 1", "atoms": {"shop.rate": 9, "shop.items": 1}}"#,
      "'shop.items', which is items, cannot be read"
    ),
  ])
  func `a text that is no snapshot is refused, with its place`(_ text: String, _ problem: String) {
    let scope = Scope {
      $0[Shop.items] = ["salt"]
      $0[Shop.rate] = 3
    }
    let error = #expect(throws: SnapshotError.self) {
      try scope.restore(encoded: Data(text.utf8))
    }
    #expect(error?.description.contains(problem) == true)
    #expect((scope[Shop.rate], scope[Shop.items]) == (3, ["salt"]))
  }

  @Test func `two atoms with one key are refused`() {
    let first = Atom(1, name: "first").encoded(as: "same")
    let second = Atom(1, name: "second").encoded(as: "same")
    withMisuseHandler({ _ in }) { _ = (scope[first], scope[second]) }
    let error = #expect(throws: SnapshotError.self) { try scope.snapshot().encoded() }
    #expect(error?.description.contains("'same' is also that of second") == true)
  }

  @Test func `the graph is text in a stable order, with members told apart and names quoted`() {
    let odd = Family { (name: String) in Atom(0, name: "odd \"<\\>\"") }
    let sum = Computed(name: "sum") { get in get(odd("a")) + get(odd("b\n")) }
    _ = scope[sum]
    #expect(
      scope.snapshot().graph.dot == #"""
        digraph scope {
          rankdir=LR;
          node [shape=box, style="rounded,filled"];
          n0 [label="odd \"<\\>\"(a)", fillcolor=gold];
          n1 [label="odd \"<\\>\"(b\n)", fillcolor=gold];
          n2 [label="sum", fillcolor=lightblue];
          n0 -> n2;
          n1 -> n2;
        }

        """#)
    #expect(
      scope.snapshot().graph.mermaid == ##"""
        graph LR
          n0["odd #quot;#lt;\#gt;#quot;(a)"]:::atom
          n1["odd #quot;#lt;\#gt;#quot;(b<br>)"]:::atom
          n2["sum"]:::computed
          n0 --> n2
          n1 --> n2
          classDef atom fill:gold
          classDef computed fill:lightblue
          classDef resource fill:palegreen

        """##)
    #expect(Scope().snapshot().graph.nodes == [])
  }

  @Test func `a child's snapshot has the shared values without the overridden ones`() {
    let root = Scope { $0[Shop.items] = ["tea"] }
    root[Shop.rate] = 3
    let child = Scope(parent: root) { $0.override(Shop.rate, with: Atom(9)) }
    #expect(child[Shop.total] == 9)
    let snapshot = child.snapshot()
    #expect((snapshot[Shop.items], snapshot[Shop.rate]) == (["tea"], 9))
    child[Shop.items] = []
    child[Shop.rate] = 1
    child.restore(snapshot)
    #expect((root[Shop.items], root[Shop.rate], child[Shop.total]) == (["tea"], 3, 9))
  }
}
