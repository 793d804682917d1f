import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedBranchTests {
  let updater = scopedUpdater()
  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let log = RunLog<String>()

  @Test(arguments: [false, true])
  func `a branch is a dependency only while it is taken, and is fresh when it comes back`(
    isEffect: Bool
  ) {
    let usesFirst = StoredProperty(true)
    let doubled = DerivedProperty { first.value * 2 }
    func choose() -> Int { usesFirst.value ? doubled.value : second.value }
    let chosen = DerivedProperty { choose() }
    let seen = updater.readings(of: isEffect ? choose() : chosen.value, around: [first, second]) {
      second.value = 30
      #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
      first.value = 10
      usesFirst.value = false
      #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
      first.value = 11
      usesFirst.value = true
      first.value = 12
      second.value = 31
      #expect(attachedEdges(of: second).isEmpty)
    }
    #expect(seen == [2, 20, 30, 22, 24])
  }

  @Test func `reading in another order or more often keeps every subscription`() {
    let flip = StoredProperty(0)
    let (a, b) = (first, second)
    let sum = DerivedProperty {
      switch flip.value % 3 {
      case 0: a.value + b.value
      case 1: b.value + a.value
      default: b.value + a.value + b.value + a.value
      }
    }
    let seen = updater.readings(of: sum.value, around: [flip, a, b]) {
      for round in 1...6 {
        flip.value = round
        #expect([a.subscriberCount, b.subscriberCount, flip.subscriberCount] == [1, 1, 1])
        a.value += 1
        b.value += 1
      }
    }
    #expect(seen == [3, 4, 5, 10, 12, 14, 7, 8, 9, 10, 11, 22, 24, 26, 13, 14, 15])
  }

  //   first ─> b ─┐
  //   └───────────┴> d      reads b or its ancestor
  @Test func `a reader may change from an input to the input's own ancestor and back`() {
    let readsAncestor = StoredProperty(false)
    let b = DerivedProperty { log.noting("b", first.value) }
    let d = DerivedProperty { log.noting("d", readsAncestor.value ? first.value : b.value) }
    let expected = ["d", "b", "1", "d", "d", "2", "d", "b", "d", "3", "d", "b", "4"]
    log.expect(expected, around: [first, readsAncestor]) {
      updater.keepUpToDate { log.append("\(d.value)") }
      readsAncestor.value = true
      first.value = 2
      readsAncestor.value = false
      batch {
        readsAncestor.value = true
        first.value = 3
      }
      batch {
        readsAncestor.value = false
        first.value = 4
      }
    }
  }

  @Test func `inputs are computed in the order of reading, those out of reach not at all`() {
    let b = StoredProperty(1)
    let c = DerivedProperty { log.noting("c", first.value) }
    let d = DerivedProperty { log.noting("d", b.value) }
    let e = DerivedProperty { log.noting("e", c.value > 0 ? d.value : 0) }
    let expected = ["e", "c", "d", "1", "c", "e", "0", "c", "e", "d", "3"]
    log.expect(expected, around: [first, b]) {
      updater.keepUpToDate { log.append("\(e.value)") }
      batch {
        b.value = 2
        first.value = 0
      }
      batch {
        b.value = 3
        first.value = 3
      }
    }
  }
}
