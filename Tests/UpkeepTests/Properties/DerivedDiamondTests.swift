import Testing
import Upkeep

@Suite(.leavesNothing) struct DerivedDiamondTests {
  let updater = scopedUpdater()
  let a = StoredProperty(1)
  let log = RunLog<String>()

  //   a ─> b ──────> e ─> f
  //   └──> c ─> d ─┘  └─> g
  @Test func `the join of unequal paths is computed once, and its tails once`() {
    func node(_ name: String, _ calculate: @escaping () -> Int) -> DerivedProperty<Int> {
      DerivedProperty(name: name) {
        let value = calculate()
        return log.noting("\(name)\(value)", value)
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
      log.clear()
      a.value = 2
    }
    #expect(log.entries.sorted() == ["b2", "c20", "d200", "e202", "f202", "g-202"])
  }

  //   a ─> b ─> d ─> f      the effect reads f first, then a, c, e
  //   └──> c ─┘ └> e ─┘
  @Test(arguments: [false, true])
  func `nothing is computed before its changed inputs`(isDeclared: Bool) throws {
    func node(_ name: String, _ first: Property<Int>, _ second: Property<Int>)
      -> DerivedProperty<Int>
    {
      if isDeclared { return DerivedProperty(first, second) { log.noting(name, $0 + $1) } }
      return DerivedProperty {
        let sum = first.value + second.value
        return log.noting(name, sum)
      }
    }
    let b = node("b", a, a)
    let c = node("c", a, a)
    let d = node("d", b, c)
    let e = node("e", d, a)
    let f = node("f", e, d)
    checkingInvariants(of: [a, f]) {
      updater.keepUpToDate { _ = f.value + a.value + c.value + e.value }
      log.clear()
      a.value = 2
    }
    #expect(Set(log.entries.prefix(2)) == ["b", "c"])
    #expect(log.entries.dropFirst(2) == ["d", "e", "f"])
    #expect(f.value == 18)
  }

  @Test func `k stacked diamonds cost k joins`() {
    var top: Property<Int> = a
    for _ in 0..<10 {
      let from = top
      let left = DerivedProperty(from) { $0 &+ 1 }
      let right = DerivedProperty { from.value &+ 2 }
      top = DerivedProperty { log.noting("join", left.value &+ right.value) }
    }
    let seen = updater.readings(of: top.value) { a.value = 2 }
    #expect(log.entries.count == 20)
    #expect(seen == [1024 + 3 * 1023, 2048 + 3 * 1023])
  }

  //   a ─> b ───────┐
  //   ├──> c ─┬> e ─┼> f        c and d always the same
  //   └──> d ─┴─────┘
  @Test func `a join is computed if one of its branches has changed, and not if none has`() {
    let b = DerivedProperty { a.value }
    let c = DerivedProperty { a.value > 0 }
    let d = DerivedProperty(a) { _ in "d" }
    let e = DerivedProperty { log.noting("e", "\(c.value) \(d.value)") }
    let f = DerivedProperty { log.noting("f", "\(d.value) \(e.value) \(b.value)") }
    log.expect(["e", "f", "d true d 2", "true d", "f", "d true d 3"], around: [a]) {
      #expect(e.value == "true d")
      a.value = 2
      #expect(e.value == "true d")
      updater.keepUpToDate { log.append(f.value) }
      updater.keepUpToDate { log.append(e.value) }
      a.value = 3
    }
  }
}
