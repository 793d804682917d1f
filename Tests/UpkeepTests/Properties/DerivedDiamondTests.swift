import Testing
import Upkeep

@Suite(.leavesNothing) struct DerivedDiamondTests {
  let updater = scopedUpdater()

  //   number ─> double ─> sum ─> tail ─> effect
  //          └> triple ─┘
  @Test
  func `computes join and tail once per write and never sees a mixture`() {
    let number = StoredProperty(1)
    var log: [String] = []
    let double = DerivedProperty { number.value * 2 }
    let triple = DerivedProperty { number.value * 3 }
    let sum = DerivedProperty {
      log.append("sum")
      return double.value + triple.value
    }
    let tail = DerivedProperty {
      log.append("tail")
      return sum.value + 1
    }
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { log.append("\(sum.value) \(tail.value)") }
      number.value = 2
      number.value = 3
    }
    #expect(
      log == [
        "sum", "tail", "5 6",
        "sum", "tail", "10 11",
        "sum", "tail", "15 16",
      ])
  }

  //   a ─> b ──────> e ─> f
  //   └──> c ─> d ─┘  └─> g
  @Test func `computes the join of unequal paths once, and its tails once`() {
    let a = StoredProperty(1)
    var log: [String] = []
    func node(_ name: String, _ calculate: @escaping () -> Int) -> DerivedProperty<Int> {
      DerivedProperty(name: name) {
        let value = calculate()
        log.append("\(name)\(value)")
        return value
      }
    }
    let b = node("b") { a.value }
    let c = node("c") { a.value * 10 }
    let d = node("d") { c.value * 10 }
    let e = node("e") { b.value + d.value }
    let f = node("f") { e.value }
    let g = node("g") { -e.value }
    checkingInvariants(of: [a]) {
      updater.keepUpToDate { _ = f.value }
      updater.keepUpToDate { _ = g.value }
      log = []
      a.value = 2
    }
    #expect(log.sorted() == ["b2", "c20", "d200", "e202", "f202", "g-202"])
  }

  //   a ─> b ─> c ─> d
  //   └───────┘
  @Test func `computes the end of a skipping edge once`() {
    let a = StoredProperty(1)
    var log: [String] = []
    let b = DerivedProperty { a.value - 1 }
    let c = DerivedProperty {
      log.append("c")
      return a.value + b.value
    }
    let d = DerivedProperty {
      log.append("d")
      return "d: \(c.value)"
    }
    checkingInvariants(of: [a]) {
      updater.keepUpToDate { log.append(d.value) }
      log = []
      a.value = 4
    }
    #expect(log == ["c", "d", "d: 7"])
  }

  //   source ─> n1 ─> n2 ─> n3 ...    each also reads the source
  @Test func `computes each node of a chain that also reads the source once`() {
    let source = StoredProperty(1)
    var runs = 0
    var last: Property<Int> = source
    for _ in 0..<100 {
      let previous = last
      last = DerivedProperty {
        runs += 1
        return source.value + previous.value
      }
      _ = last.value
    }
    checkingInvariants(of: [source]) {
      updater.keepUpToDate { [last] in _ = last.value }
      runs = 0
      source.value = 2
    }
    #expect(last.value == 202)
    #expect(runs == 100)
  }

  @Test func `k stacked diamonds cost k joins`() {
    let source = StoredProperty(1)
    var joins = 0
    var top: Property<Int> = source
    for _ in 0..<10 {
      let from = top
      let left = DerivedProperty(from) { $0 &+ 1 }
      let right = DerivedProperty { from.value &+ 2 }
      top = DerivedProperty {
        joins += 1
        return left.value &+ right.value
      }
    }
    var seen: [Int] = []
    checkingInvariants(of: [source, top]) {
      updater.keepUpToDate { [top] in seen.append(top.value) }
      #expect(joins == 10)
      source.value = 2
    }
    #expect(joins == 20)
    #expect(seen == [1024 + 3 * 1023, 2048 + 3 * 1023])
  }

  //   a ─> b ─┐
  //   ├──> c ─┼> e        c and d always the same
  //   └──> d ─┘
  @Test func `branches that stay the same do not hold back the one that changes`() {
    let a = StoredProperty(1)
    var runs = 0
    let b = DerivedProperty { a.value }
    let c = DerivedProperty { a.value > 0 }
    let d = DerivedProperty(a) { _ in "d" }
    let e = DerivedProperty {
      runs += 1
      return "\(d.value) \(c.value) \(b.value)"
    }
    var seen: [String] = []
    checkingInvariants(of: [a]) {
      updater.keepUpToDate { seen.append(e.value) }
      a.value = 2
    }
    #expect(runs == 2)
    #expect(seen == ["d true 1", "d true 2"])
  }

  @Test func `a join is not computed when all its branches stay the same`() {
    let a = StoredProperty(1)
    var runs = 0
    let b = DerivedProperty { a.value > 0 }
    let c = DerivedProperty(a) { _ in "c" }
    let d = DerivedProperty {
      runs += 1
      return "\(b.value) \(c.value)"
    }
    checkingInvariants(of: [a]) {
      #expect(d.value == "true c")
      a.value = 2
      #expect(d.value == "true c")
      updater.keepUpToDate { _ = d.value }
      a.value = 3
    }
    #expect(runs == 1)
  }

  @Test func `an effect whose input turns out to be the same does not run`() {
    let a = StoredProperty(1)
    let constant = DerivedProperty { a.value > 0 }
    let above = DerivedProperty { constant.value }
    var runs = 0
    checkingInvariants(of: [a]) {
      updater.keepUpToDate {
        runs += 1
        _ = above.value
      }
      for value in 2...5 { a.value = value }
    }
    #expect(runs == 1)
  }
}
