import Testing

@testable import Upkeep

/// Values that the parent's next change resets, and values that a closure replaces then.
@Suite(.leavesNothing) struct TentativeResetTests {
  let parent = StoredProperty(1, name: "parent")

  // MARK: - Until the parent changes

  @Test func `a value ends for good as soon as the parent changes, whatever it shows then`() {
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    let shown = Seen { "\(tentative.value) \(tentative.isTentative)" }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 76
      for value in [2, 1] { parent.value = value }
      tentative.value = 77
      parent.value = 1
    }
    #expect(shown.values == ["1 false", "76 true", "2 false", "1 false", "77 true"])
  }

  @Test func `the parent's new value shows at once in a batch, unless it is taken back`() {
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    tentative.value = 76
    let shown = Seen { tentative.value }
    checkingInvariants(of: [parent, tentative]) {
      batch {
        parent.value = 2
        #expect((tentative.value, tentative.isTentative) == (2, false))
        parent.value = 1
      }
      #expect((tentative.value, tentative.isTentative) == (76, true))
      undoneTransaction {
        parent.value = 3
        #expect(tentative.value == 3)
      }
      #expect((tentative.value, tentative.isTentative) == (76, true))
      batch {
        parent.value = 4
        tentative.value = 77
        #expect(tentative.value == 77)
      }
    }
    #expect((shown.values, tentative.isTentative) == ([76, 77], true))
  }

  @Test func `a layer that resets ends alone`() {
    let tentative = TentativeProperty(parent)
    let low = tentative.apply { $0 + 10 }
    let high = tentative.set(76, until: .untilParentChanges)
    let both = Seen { [parent.value, tentative.value] }
    checkingInvariants(of: [parent, tentative]) { parent.value = 2 }
    #expect((both.values, low.isActive, high.isActive) == ([[1, 76], [2, 12]], true, false))
  }

  @Test func `an equal result of a derived parent is no change, and a touch is one`() {
    let parity = TentativeProperty(parent.map { $0 % 2 }, until: .untilParentChanges)
    parity.value = 76
    parent.value = 3
    #expect(parity.value == 76)
    parent.value = 4
    #expect(parity.value == 0)
    let direct = TentativeProperty(parent, until: .untilParentChanges)
    direct.value = 76
    parent.touch()
    #expect(direct.value == 4)
  }

  @Test func `a NaN of the parent is a change each time`() {
    let parent = StoredProperty(0.0)
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    tentative.value = 1
    #expect(misuses { parent.value = .nan }.isEmpty && tentative.value.isNaN)
    tentative.value = 2
    parent.value = .nan
    #expect(!tentative.isTentative)
  }

  // MARK: - A closure

  @Test(arguments: [false, true])
  func `a closure makes the next value once for each change, even without readers`(isRead: Bool) {
    var calls: [[Int]] = []
    do {
      let sum = TentativeProperty(parent) { new, shown in
        calls.append([new, shown])
        return new + shown
      }
      let seen = isRead ? Seen { "\(sum.value) \(sum.isTentative)" } : nil
      for value in [2, 3] { parent.value = value }
      batch { for value in [9, 4] { parent.value = value } }
      #expect(sum.value == 10)
      sum.value = 100
      parent.value = 5
      #expect((sum.value, sum.isTentative) == (105, false))
      let all = ["1 false", "3 false", "6 false", "10 false", "100 true", "105 false"]
      #expect(seen?.values == (isRead ? all : nil))
    }
    parent.value = 6
    #expect((calls, parent.subscriberCount) == ([[2, 1], [3, 3], [4, 6], [5, 100]], 0))
  }

  @Test func `a tentative property shows its coming value inside a batch and a transaction`() {
    let sum = TentativeProperty(parent) { $0 + $1 }
    checkingInvariants(of: [parent, sum]) {
      batch {
        sum.value = 10
        parent.value = 2
        #expect(sum.value == 12)
        parent.value = 3
        #expect((sum.value, sum.isTentative) == (13, false))
      }
      #expect(sum.value == 13)
      undoneTransaction {
        parent.value = 4
        #expect(sum.value == 17)
        sum.value = 0
        parent.value = 5
        #expect(sum.value == 5)
      }
      #expect(sum.value == 13)
      batch { for value in [9, 3] { parent.value = value } }
      #expect(sum.value == 13)
      batch {
        parent.value = 4
        sum.value = 100
      }
      #expect((sum.value, sum.isTentative) == (100, true))
      parent.value = 5
    }
    #expect(sum.value == 105)
  }

  @Test func `a reversion shows the closure's last value, below all layers`() {
    let sum = TentativeProperty(parent) { $0 + $1 }
    parent.value = 2
    sum.value = 10
    #expect((sum.value, sum.isTentative) == (10, true))
    checkingInvariants(of: [parent, sum]) { sum.revertTentative() }
    #expect((sum.value, sum.isTentative) == (3, false))
    let layer = sum.apply(until: .untilParentChanges) { $0 * 100 }
    sum.value = 4
    #expect((sum.value, layer.isActive) == (400, true))
    checkingInvariants(of: [parent, sum]) { parent.value = 5 }
    #expect((sum.value, layer.isActive) == (9, false))
  }

  @Test func `values that no rule tells apart are passed on once`() {
    struct Opaque { var number: Int }
    let parent = StoredProperty(Opaque(number: 1))
    let sum = TentativeProperty(parent) { Opaque(number: $0.number + $1.number) }
    let seen = Seen { sum.value.number }
    parent.value = Opaque(number: 2)
    sum.value = Opaque(number: 10)
    parent.value = Opaque(number: 3)
    #expect(seen.values == [1, 3, 10, 13])
  }

  @Test func `a property made in a transaction follows its parent after the end`() {
    var made: TentativeProperty<Int>?
    transaction {
      parent.value = 2
      made = TentativeProperty(parent) { $0 + $1 }
      #expect(made?.value == 2)
      parent.value = 3
      #expect(made?.value == 5)
    }
    #expect(made?.value == 5)
    parent.value = 4
    #expect(made?.value == 9)
  }

  @Test func `a write inside a derivation is refused, and the closure must not write`() {
    let sum = TentativeProperty(parent) { $0 + $1 }
    let meddler = DerivedProperty { () -> Int in
      sum.value = 7
      return 0
    }
    #expect((misuses { _ = meddler.value }.count, sum.value) == (1, 1))
    let other = StoredProperty(0)
    let bad = TentativeProperty(parent) { new, _ in
      other.value = 1
      return new
    }
    #expect((misuses { parent.value = 2 }.count, bad.value, other.value) == (1, 2, 0))
  }
}
