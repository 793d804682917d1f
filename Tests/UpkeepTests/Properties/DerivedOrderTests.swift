import Testing
import Upkeep

@Suite(.leavesNothing) struct DerivedOrderTests {
  let updater = scopedUpdater()

  //   a ─> b ─> d ─> f      the effect reads f first, then a, c, e
  //   └──> c ─┘ └> e ─┘
  @Test(arguments: [false, true])
  func `nothing is computed before its changed inputs`(isDeclared: Bool) throws {
    let a = StoredProperty(1)
    var log: [String] = []
    func node(_ name: String, _ first: Property<Int>, _ second: Property<Int>)
      -> DerivedProperty<Int>
    {
      isDeclared
        ? DerivedProperty(first, second) { first, second in
          log.append(name)
          return first + second
        }
        : DerivedProperty {
          let sum = first.value + second.value
          log.append(name)
          return sum
        }
    }
    let b = node("b", a, a)
    let c = node("c", a, a)
    let d = node("d", b, c)
    let e = node("e", d, a)
    let f = node("f", e, d)
    checkingInvariants(of: [a, f]) {
      updater.keepUpToDate { _ = f.value + a.value + c.value + e.value }
      log = []
      a.value = 2
    }
    #expect(log.sorted() == ["b", "c", "d", "e", "f"])
    func index(_ name: String) throws -> Int { try #require(log.firstIndex(of: name)) }
    #expect(try index("d") > index("b"))
    #expect(try index("d") > index("c"))
    #expect(try index("e") > index("d"))
    #expect(try index("f") > index("e"))
    #expect(f.value == 18)
  }

  //   a ─> c ─> e
  //     ╳     ╱
  //   b ─> d
  @Test
  func `two sources that feed two nodes cross-wise cost each node one computation`() {
    let a = StoredProperty(1)
    let b = StoredProperty(2)
    var log: [String] = []
    let c = DerivedProperty {
      log.append("c")
      return a.value + b.value
    }
    let d = DerivedProperty {
      log.append("d")
      return b.value * 10 + a.value
    }
    let e = DerivedProperty {
      log.append("e")
      return "\(c.value) \(d.value)"
    }
    checkingInvariants(of: [a, b]) {
      updater.keepUpToDate { log.append(e.value) }
      log = []
      batch {
        a.value = 3
        b.value = 4
      }
    }
    #expect(log.sorted() == ["7 43", "c", "d", "e"])
    #expect(log.last == "7 43")
  }

  @Test
  func `inputs are computed in the order of reading, those out of reach not at all`() {
    let a = StoredProperty(1)
    let b = StoredProperty(1)
    var log: [String] = []
    let c = DerivedProperty {
      log.append("c")
      return a.value
    }
    let d = DerivedProperty {
      log.append("d")
      return b.value
    }
    let e = DerivedProperty {
      log.append("e")
      return c.value > 0 ? d.value : 0
    }
    checkingInvariants(of: [a, b]) {
      updater.keepUpToDate { log.append("\(e.value)") }
      #expect(log == ["e", "c", "d", "1"])
      log = []
      batch {
        b.value = 2
        a.value = 0
      }
      #expect(log == ["c", "e", "0"])
      log = []
      batch {
        b.value = 3
        a.value = 3
      }
    }
    #expect(log == ["c", "e", "d", "3"])
  }
}
