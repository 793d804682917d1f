import Testing

@testable import Upkeep

/// The values that a tentative property shows, and the changes that wake its readers.
@Suite(.leavesNothing) struct TentativeValueTests {
  let parent = StoredProperty(3)

  @Test func `a tentative property notifies by its own rule`() {
    let eager = StoredProperty(3, changes: .always)
    let plain = TentativeProperty(eager)
    let always = TentativeProperty(eager, changes: .always)
    let (byRuleOfType, byOwnRule) = (Seen { plain.value }, Seen { always.value })
    checkingInvariants(of: [eager]) { eager.value = 3 }
    #expect([byRuleOfType.values.count, byOwnRule.values.count] == [1, 2])
  }

  // parent ─> tentative ─> sum
  //     └───────────────────┘
  @Test func `a written value shows until it is reverted, and readers see it in step`() {
    let tentative = TentativeProperty(parent)
    let shown = Seen { tentative.value }
    let both = Seen { [parent.value, tentative.value] }
    let sum = DerivedProperty(parent, tentative) { $0 + $1 }
    #expect(sum.value == 6)
    checkingInvariants(of: [parent, tentative]) {
      parent.value = 4
      tentative.value = 9
      parent.value = 5
      tentative.revertTentative()
      // A write of the shown value makes the property tentative, too.
      tentative.value = 5
      parent.value = 6
      // If the parent shows the same value, the end is no change of the value.
      tentative.value = 6
      for _ in 1...2 { tentative.revertTentative() }
    }
    #expect((shown.values, sum.value) == ([3, 4, 9, 5, 6], 12))
    #expect(both.values == [[3, 3], [4, 4], [4, 9], [5, 9], [5, 5], [6, 5], [6, 6]])
  }

  @Test func `a value without a deadline stays until it is ended`() {
    let clock = ManualClock()
    for tentative in [
      TentativeProperty(parent, clock: clock),
      TentativeProperty(parent, tentativeValueValidFor: nil),
      TentativeProperty(parent, tentativeValueValidFor: nil, clock: clock),
    ] {
      tentative.value = 50
      clock.advance(by: .seconds(1_000_000))
      #expect((tentative.value, clock.alarmCount) == (50, 0))
      tentative.revertTentative()
      #expect(tentative.value == 3)
    }
  }

  @Test func `a parent is neither shown nor computed while its tentative property is tentative`() {
    let calls = KeyedCalls()
    let derived = DerivedProperty(parent, calculate: calls.counting { $0 })
    let tentative = TentativeProperty(derived)
    let shown = Seen { tentative.value }
    tentative.value = 76
    checkingInvariants(of: [parent, tentative]) { parent.value = 42 }
    tentative.value += 1
    #expect(shown.values == [3, 76, 77])
    #expect((calls.count, derived.subscriberCount, parent.value) == (1, 0, 42))
  }

  @Test(arguments: [false, true])
  func `a value that is set and reverted in a batch runs no effect`(isRead: Bool) {
    let tentative = TentativeProperty(parent, changes: isRead ? nil : .always)
    let (shown, flags) = (Seen { tentative.value }, Seen { tentative.isTentative })
    checkingInvariants(of: [parent, tentative]) {
      batch {
        tentative.value = 76
        if isRead { #expect((tentative.value, tentative.isTentative) == (76, true)) }
        tentative.revertTentative()
        if isRead { #expect((tentative.value, tentative.isTentative) == (3, false)) }
      }
    }
    #expect((shown.values, flags.values) == ([3], [false]))
  }

  @Test func `isTentative is followed, and runs no effect for a second layer`() {
    let tentative = TentativeProperty(parent)
    let flags = Seen { tentative.isTentative }
    checkingInvariants(of: [parent, tentative]) {
      for value in [3, 4] { tentative.value = value }
      tentative.set(5).fail()
      tentative.revertTentative()
    }
    #expect(flags.values == [false, true, false])
  }

  @Test func `a derivation's write to a tentative property is refused and reported by name`() {
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
}
