import Testing

@testable import Upkeep

/// The values that a tentative property shows, and those that it tells of.
@Suite(.leavesNothing) struct TentativeValueTests {
  let updater = scopedUpdater()
  let parent = StoredProperty(3)

  /// A tentative property over `parent`, and the values that its readers are told.
  private func logged(_ tentative: TentativeProperty<Int>) -> () -> [Int] {
    var log: [Int] = []
    updater.onTransition(tentative, initially: false) { log.append($1) }
    return { log }
  }

  @Test func `follows its parent`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    #expect(tentative.value == 3)
    checkingInvariants(of: [parent, tentative]) { parent.value = 42 }
    #expect(tentative.value == 42)
    #expect(log() == [42])
  }

  @Test func `notifies as its parent does, by its own rule`() {
    let eager = StoredProperty(3, changes: .always)
    var runs = (byRuleOfType: 0, byOwnRule: 0)
    let plain = TentativeProperty(eager)
    let always = TentativeProperty(eager, changes: .always)
    updater.onTransition(plain, initially: false) { _, _ in runs.byRuleOfType += 1 }
    updater.onTransition(always, initially: false) { _, _ in runs.byOwnRule += 1 }
    checkingInvariants(of: [eager]) { eager.value = 3 }
    #expect(runs == (0, 1))
  }

  @Test func `what is written to it shows at once, and is not written to the parent`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    checkingInvariants(of: [parent, tentative]) { tentative.value = 76 }
    #expect((tentative.value, parent.value) == (76, 3))
    #expect(log() == [76])
  }

  @Test func `it can be written before it was read`() {
    let tentative = TentativeProperty(parent)
    tentative.value = 76
    parent.value = 4
    #expect(tentative.value == 76)
    tentative.value += 1
    #expect((tentative.value, parent.value) == (77, 4))
  }

  @Test func `while it is tentative, its parent neither shows, nor notifies, nor is read`() {
    var computed = 0
    let derived = DerivedProperty(parent) { parent in
      computed += 1
      return parent
    }
    let tentative = TentativeProperty(derived)
    let log = logged(tentative)
    tentative.value = 76
    checkingInvariants(of: [parent, tentative]) { parent.value = 42 }
    #expect(tentative.value == 76)
    #expect(log() == [76])
    #expect(computed == 1)
    #expect(derived.subscriberCount == 0)
  }

  @Test func `at the end it shows its parent's current value, and says so once`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    tentative.value = 76
    parent.value = 42
    checkingInvariants(of: [parent, tentative]) { tentative.revertTentative() }
    #expect(tentative.value == 42)
    #expect(log() == [76, 42])
    parent.value = 43
    #expect(log() == [76, 42, 43])
  }

  @Test func `it says nothing at the end if its parent shows the same`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    tentative.value = 76
    parent.value = 76
    tentative.revertTentative()
    #expect(log() == [76])
  }

  @Test func `without a deadline it stays until it is told`() {
    let clock = ManualClock()
    let tentative = TentativeProperty(parent, clock: clock)
    tentative.value = 50
    parent.value = 2
    clock.advance(by: .seconds(1_000_000))
    #expect(tentative.value == 50)
    tentative.revertTentative()
    #expect(tentative.value == 2)
    tentative.revertTentative()
    #expect(tentative.value == 2)
  }

  @Test func `writing what it shows already makes it tentative`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    tentative.value = 3
    parent.value = 2
    #expect(tentative.value == 3)
    #expect(log() == [])
  }

  // parent ─> tentative ─> sum
  //     └───────────────────┘
  @Test func `a reader never sees it out of step with its parent`() {
    let tentative = TentativeProperty(parent)
    var seen: [[Int]] = []
    updater.keepUpToDate { seen.append([parent.value, tentative.value]) }
    let sum = DerivedProperty(parent, tentative) { $0 + $1 }
    #expect(sum.value == 6)
    checkingInvariants(of: [parent, tentative]) {
      parent.value = 4
      tentative.value = 9
      parent.value = 5
      tentative.revertTentative()
    }
    #expect(seen == [[3, 3], [4, 4], [4, 9], [5, 9], [5, 5]])
    #expect(sum.value == 10)
  }

  @Test func `set and reverted in a batch, it runs nothing, whatever its rule`() {
    let tentative = TentativeProperty(parent, changes: .always)
    var runs = 0
    updater.keepUpToDate {
      _ = tentative.value
      runs += 1
    }
    updater.keepUpToDate {
      _ = tentative.isTentative
      runs += 1
    }
    checkingInvariants(of: [parent, tentative]) {
      batch {
        tentative.value = 76
        tentative.revertTentative()
      }
    }
    #expect(runs == 2)
  }

  @Test func `set, read and reverted in a batch, it runs nothing`() {
    let tentative = TentativeProperty(parent)
    var runs = 0
    updater.keepUpToDate {
      _ = tentative.value
      runs += 1
    }
    checkingInvariants(of: [parent, tentative]) {
      batch {
        tentative.value = 76
        #expect((tentative.value, tentative.isTentative) == (76, true))
        tentative.revertTentative()
        #expect((tentative.value, tentative.isTentative) == (3, false))
      }
    }
    #expect(runs == 1)
  }

  @Test func `isTentative is followed, and runs nobody for a second layer`() {
    let tentative = TentativeProperty(parent)
    var log: [Bool] = []
    updater.keepUpToDate { log.append(tentative.isTentative) }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 3
      tentative.value = 4
      let second = tentative.set(5)
      second.fail()
      tentative.revertTentative()
    }
    #expect(log == [false, true, false])
  }

  @Test func `a derivation cannot write it, and says which it is`() {
    let tentative = TentativeProperty(parent, name: "title")
    let layer = tentative.set(7)
    let derived = DerivedProperty(name: "derived") {
      tentative.value = 1
      layer.confirm()
      tentative.revertTentative()
      #expect(!tentative.set(8).isActive)
      return tentative.value
    }
    let mistakes = recordingMistakes { #expect(derived.value == 7) }
    #expect(mistakes == Array(repeating: "writeInDerivation: derived, title", count: 4))
    #expect(layer.isActive)
  }

  @Test func `an effect may write it`() {
    let tentative = TentativeProperty(parent)
    let log = logged(tentative)
    updater.keepUpToDate { if parent.value > 10 { tentative.value = 10 } }
    checkingInvariants(of: [parent, tentative]) {
      parent.value = 12
      parent.value = 11
    }
    #expect(log() == [12, 10])
    #expect(tentative.value == 10)
  }
}
