import Differential
import Testing
import UpkeepStore

/// Random values, and copies of them with some parts changed.
private struct RandomValues: RandomNumberGenerator {
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

  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return word ^ (word >> 29)
  }

  mutating func text() -> String {
    ["", "a", "b c", "two\nlines", "\"quoted\"", "\u{7}", "é"].randomElement(using: &self) ?? ""
  }

  mutating func value(depth: Int) -> Value {
    let count = Int.random(in: 0..<5, using: &self)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &self) {
    case 0: return .number(Int.random(in: 0..<4, using: &self))
    case 1: return .text(text())
    case 2: return .none
    case 3: return .list((0..<count).map { _ in value(depth: depth - 1) })
    case 4:
      let pairs = (0..<count).map { _ in (text(), value(depth: depth - 1)) }
      return .table(Dictionary(pairs) { _, last in last })
    case 5: return .members(Set((0..<count).map { _ in Int.random(in: 0..<6, using: &self) }))
    case 6: return .maybe(Bool.random(using: &self) ? nil : value(depth: depth - 1))
    default: return .pair(value(depth: depth - 1), label: value(depth: depth - 1))
    }
  }

  mutating func changed(_ value: Value, depth: Int) -> Value {
    if Int.random(in: 0..<6, using: &self) == 0 { return self.value(depth: depth) }
    switch value {
    case .list(var values):
      let index = Int.random(in: 0...values.count, using: &self)
      switch Int.random(in: 0..<3, using: &self) {
      case 0: values.insert(self.value(depth: depth - 1), at: index)
      case 1 where index < values.count: values.remove(at: index)
      default:
        for index in values.indices { values[index] = changed(values[index], depth: depth - 1) }
      }
      return .list(values)
    case .table(var values):
      if Bool.random(using: &self) { values[text()] = self.value(depth: depth - 1) }
      if Bool.random(using: &self) { values[text()] = nil }
      return .table(values)
    case .members(let members):
      return .members(members.symmetricDifference([Int.random(in: 0..<6, using: &self)]))
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
