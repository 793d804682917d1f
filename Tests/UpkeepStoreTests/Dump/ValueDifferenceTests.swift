import Differential
import Testing
import UpkeepStore

@Suite struct ValueDifferenceTests {
  private struct Point: Equatable {
    var x = 1
    var y = 2
    var z = 3
  }
  private struct Item: Equatable, Identifiable {
    var id: Int
    var text: String
  }
  private enum Step: Equatable {
    case one(Int)
    case two(Point)
  }
  private final class Node {
    var value: Int
    var next: Node?
    init(_ value: Int) { self.value = value }
  }

  private func difference<Value>(_ old: Value, _ new: Value) -> String? {
    ValueDump.difference(from: old, to: new)
  }

  @Test func `a value differs in nothing from itself`() {
    #expect(difference(1, 1) == nil)
    #expect(difference([Point()], [Point()]) == nil)
    #expect(difference({ 1 }, { 2 }) == nil)
    #expect(difference(["a": 1] as [String: Any], ["a": 1]) == nil)
    #expect(difference(Set([1, 2, 3]), Set([3, 2, 1])) == nil)
    #expect(difference(Node(1), Node(1)) == nil)
    #expect(difference((1, "a"), (1, "a")) == nil)
  }

  @Test func `a value of one line is replaced`() {
    #expect(difference(1, 2) == "- 1\n+ 2")
    #expect(difference(nil, Optional("a")) == "- nil\n+ \"a\"")
    #expect(difference(Int??.some(nil), nil) == "- Optional(nil)\n+ nil")
    #expect(difference((1, 2), (1, 3)) == "- (1, 2)\n+ (1, 3)")
    #expect(difference(1 as Any, "1") == "- 1\n+ \"1\"")
    #expect(difference("a\nb", "a") == "- \"\"\"\n-   a\n-   b\n-   \"\"\"\n+ \"a\"")
  }

  @Test func `a single unchanged line is shown, and longer runs are counted`() {
    #expect(
      difference(Point(), Point(x: 1, y: 5, z: 3)) == """
          ValueDifferenceTests.Point(
            x: 1,
        -   y: 2,
        +   y: 5,
            z: 3
          )
        """)
    #expect(
      difference([Point(), Point()], [Point(), Point(x: 2)]) == """
          [
            … (1 unchanged)
            [1]: ValueDifferenceTests.Point(
        -     x: 1,
        +     x: 2,
              … (2 unchanged)
            )
          ]
        """)
  }

  @Test func `a different case is shown as a whole, and an equal case by its parts`() {
    #expect(
      difference(Step.one(1), .two(Point())) == """
        - ValueDifferenceTests.Step.one(1)
        + ValueDifferenceTests.Step.two(
        +   ValueDifferenceTests.Point(
        +     x: 1,
        +     y: 2,
        +     z: 3
        +   )
        + )
        """)
    #expect(
      difference(Step.two(Point()), .two(Point(x: 0))) == """
          ValueDifferenceTests.Step.two(
            ValueDifferenceTests.Point(
        -     x: 1,
        +     x: 0,
              … (2 unchanged)
            )
          )
        """)
    #expect(difference(Step.one(1), .one(2))?.split(separator: "\n").count == 2)
  }

  @Test func `an element inserted into a long collection is one line`() {
    let old = Array(0..<10_000)
    var new = old
    new.insert(-1, at: 5_000)
    #expect(
      difference(old, new) == """
          [
            … (5000 unchanged)
        +   [5000]: -1,
            … (5000 unchanged)
          ]
        """)
    #expect(difference(new, old)?.contains("\n-   [5000]: -1,\n") == true)
    #expect(difference(old.map { "\($0)" as Any }, new.map { "\($0)" })?.count ?? 0 < 100)
  }

  @Test func `elements between the ends are matched by their texts, and the rest one by one`() {
    #expect(
      difference([1, 2, 3, 4, 5, 6], [0, 2, 3, 7, 5, 6, 8]) == """
          [
        -   [0]: 1,
        +   [0]: 0,
            … (2 unchanged)
        -   [3]: 4,
        +   [3]: 7,
            … (2 unchanged)
        +   [6]: 8
          ]
        """)
  }

  @Test func `a comma added for a following element is no change`() {
    #expect(
      difference([1], [1, 2]) == """
          [
            [0]: 1,
        +   [1]: 2
          ]
        """)
    #expect(difference([Int](), [1]) == "  [\n+   [0]: 1\n  ]")
  }

  @Test func `elements with an identity are matched by it`() {
    let old = [Item(id: 1, text: "a"), Item(id: 2, text: "b")]
    let new = [Item(id: 3, text: "c"), Item(id: 1, text: "d"), Item(id: 2, text: "b")]
    #expect(
      difference(old, new) == """
          [
        +   [0]: ValueDifferenceTests.Item(
        +     id: 3,
        +     text: "c"
        +   ),
            [1]: ValueDifferenceTests.Item(
              id: 1,
        -     text: "a"
        +     text: "d"
            ),
            … (1 unchanged)
          ]
        """)
  }

  @Test func `two collections of which nothing is the same are compared by position in time`() {
    let lines = difference(Array(0..<5_000), Array(10_000..<15_000))?.split(separator: "\n") ?? []
    #expect(lines.count == 10_002)
    #expect(lines[1...2] == ["-   [0]: 0,", "+   [0]: 10000,"])
  }

  @Test func `dictionaries differ by keys and sets by members`() {
    #expect(
      difference(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 4, "d": 3]) == """
          [
            "a": 1,
        -   "b": 2,
        +   "b": 4,
        -   "c": 3
        +   "d": 3
          ]
        """)
    #expect(
      difference(Set([1, 2, 3]), Set([1, 2, 4])) == """
          Set([
            … (2 unchanged)
        -   3
        +   4
          ])
        """)
    #expect(difference([1: "a"], [:]) == "  [\n-   1: \"a\"\n  ]")
    #expect(difference(Set([1]), Set([2])) == "  Set([\n-   1\n+   2\n  ])")
  }

  @Test func `objects differ by what they hold, and only the first time`() {
    let (old, new) = (Node(1), Node(2))
    let difference = difference([old, old], [new, new])
    #expect(
      difference == """
          [
            [0]: ValueDifferenceTests.Node(
        -     value: 1,
        +     value: 2,
              next: nil
            ),
            [1]: ValueDifferenceTests.Node(↩︎)
          ]
        """)
    #expect(ValueDump.difference(from: old, to: old) == nil)
  }

  @Test func `cycles of objects are compared to the end`() {
    let (old, new) = (Node(1), Node(1))
    (old.next, new.next) = (old, new)
    #expect(difference(old, new) == nil)
    #expect(difference([old], [new]) == nil)
    new.value = 2
    #expect(difference(old, new)?.contains("+   value: 2,") == true)
    (old.next, new.next) = (nil, nil)
  }

  @Test func `a difference that only == finds is reported without its place`() {
    struct Hidden: Equatable, CustomReflectable {
      var number: Int
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    let name = "ValueDifferenceTests.Hidden"
    let note = "  // prints the same, but is not equal"
    #expect(difference(Double.nan, .nan) == "  nan" + note)
    #expect(difference(Hidden(number: 1), Hidden(number: 2)) == "  \(name)()" + note)
    #expect(
      difference([Hidden(number: 1), Hidden(number: 1)], [Hidden(number: 1), Hidden(number: 2)])
        == "  [\n    [0]: \(name)(),\n    [1]: \(name)()\(note)\n  ]")
    #expect(
      difference(Hidden?.some(Hidden(number: 1)), Hidden(number: 2)) == "  \(name)()" + note)
  }

  @Test func `a part that == ignores makes no difference`() {
    struct Named: Equatable {
      var name: String
      var reads: Int
      static func == (left: Named, right: Named) -> Bool { left.name == right.name }
    }
    #expect(difference(Named(name: "a", reads: 1), Named(name: "a", reads: 2)) == nil)
    #expect(
      difference((Named(name: "a", reads: 1), 1), (Named(name: "a", reads: 2), 2))?
        .contains("reads") == false)
  }

  @Test func `a difference deeper than the shown levels is reported`() {
    let count = amount(10_000, long: 40_000)
    func chain(_ last: Int) -> [Node] {
      var nodes = [Node(last)]
      for _ in 1..<count {
        nodes.append(Node(0))
        nodes[nodes.count - 1].next = nodes[nodes.count - 2]
      }
      return nodes
    }
    let (old, same, new) = (chain(1), chain(1), chain(2))
    let (first, last) = (old[count - 1], new[count - 1])
    #expect(difference(first, same[count - 1]) == nil)
    #expect(difference(first, last)?.contains("(…)  // differs deeper than this\n") == true)
    for node in old + same + new { node.next = nil }
  }
}

/// Random values, and copies of them with some parts changed.
private struct RandomValues {
  indirect enum Value: Hashable {
    case number(Int)
    case text(String)
    case list([Value])
    case table([String: Value])
    case members(Set<Int>)
    case maybe(Value?)
    case pair(Value, label: Value)
    case none
  }

  private var random: SplitMix64
  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func text() -> String {
    ["", "a", "b c", "two\nlines", "\"quoted\"", "\u{7}", "é"].randomElement(using: &random) ?? ""
  }

  mutating func value(depth: Int) -> Value {
    let count = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
    case 0: return .number(Int.random(in: 0..<4, using: &random))
    case 1: return .text(text())
    case 2: return .none
    case 3: return .list((0..<count).map { _ in value(depth: depth - 1) })
    case 4:
      let pairs = (0..<count).map { _ in (text(), value(depth: depth - 1)) }
      return .table(Dictionary(pairs) { _, last in last })
    case 5: return .members(Set((0..<count).map { _ in Int.random(in: 0..<6, using: &random) }))
    case 6: return .maybe(Bool.random(using: &random) ? nil : value(depth: depth - 1))
    default: return .pair(value(depth: depth - 1), label: value(depth: depth - 1))
    }
  }

  mutating func changed(_ value: Value, depth: Int) -> Value {
    if Int.random(in: 0..<6, using: &random) == 0 { return self.value(depth: depth) }
    switch value {
    case .list(var values):
      let index = Int.random(in: 0...values.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: values.insert(self.value(depth: depth - 1), at: index)
      case 1 where index < values.count: values.remove(at: index)
      default:
        for index in values.indices { values[index] = changed(values[index], depth: depth - 1) }
      }
      return .list(values)
    case .table(var values):
      if Bool.random(using: &random) { values[text()] = self.value(depth: depth - 1) }
      if Bool.random(using: &random) { values[text()] = nil }
      return .table(values)
    case .members(let members):
      return .members(members.symmetricDifference([Int.random(in: 0..<6, using: &random)]))
    case .maybe(let value?): return .maybe(changed(value, depth: depth - 1))
    case .pair(let left, let right):
      return .pair(changed(left, depth: depth - 1), label: right)
    case .number, .text, .maybe, .none: return value
    }
  }
}

@Suite struct ValueDifferenceRandomTests {
  @Test func `random values differ if they are not equal, in lines of their texts`() {
    var random = RandomValues(seed: 20_261_122)
    var differing = 0
    let rounds = amount(500, long: 2_000)
    for _ in 0..<rounds {
      let old = random.value(depth: 4)
      let new = random.changed(old, depth: 4)
      #expect(ValueDump.difference(from: old, to: old) == nil)
      let difference = ValueDump.difference(from: old, to: new)
      #expect((difference == nil) == (old == new))
      #expect((ValueDump(old).description == ValueDump(new).description) == (old == new))
      differing += old == new ? 0 : 1
      let lines = (difference ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let olds = ValueDump(old).description.split(separator: "\n", omittingEmptySubsequences: false)
      let news = ValueDump(new).description.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines where line.hasPrefix("- ") { #expect(olds.contains(line.dropFirst(2))) }
      for line in lines where line.hasPrefix("+ ") { #expect(news.contains(line.dropFirst(2))) }
    }
    #expect(differing > rounds * 2 / 5)
  }

  @Test func `values that are not Equatable differ in the same lines`() {
    struct Opaque { var value: RandomValues.Value }
    var random = RandomValues(seed: 7)
    for _ in 0..<amount(200, long: 500) {
      let old = random.value(depth: 4)
      let new = random.changed(old, depth: 4)
      let difference = ValueDump.difference(from: Opaque(value: old), to: Opaque(value: new))
      let plain = ValueDump.difference(from: old, to: new)
      #expect((difference == nil) == (plain == nil))
      let marked = { (text: String?) in
        (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("  ") }.count
      }
      #expect(marked(difference) == marked(plain))
    }
  }
}
