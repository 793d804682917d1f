import Testing

@testable import Upkeep

/// Values that the parent's next change resets, and those of which a closure makes the next.
@Suite(.leavesNothing) struct TentativeResetTests {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let parent = StoredProperty(1, name: "parent")

  // MARK: - Until the parent changes

  @Test func `ends as soon as the parent changes, whatever it shows then, and for good`() {
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    var shown: [Int] = []
    updater.keepUpToDate { shown.append(tentative.value) }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 76
      parent.value = 2
      #expect(!tentative.isTentative)
      parent.value = 1
      tentative.value = 77
      parent.value = 1
      #expect(tentative.isTentative)
    }
    #expect(shown == [1, 76, 2, 1, 77])
    #expect(parent.subscriberCount == 1)
  }

  @Test func `in a batch the parent's new value shows at once, unless it is taken back`() {
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    tentative.value = 76
    var shown: [Int] = []
    updater.keepUpToDate { shown.append(tentative.value) }
    checkingInvariants(of: [parent, tentative]) {
      batch {
        parent.value = 2
        #expect((tentative.value, tentative.isTentative) == (2, false))
        parent.value = 1
      }
      #expect((tentative.value, tentative.isTentative) == (76, true))
      try? transaction {
        parent.value = 3
        #expect(tentative.value == 3)
        throw Undo()
      }
      #expect((tentative.value, tentative.isTentative) == (76, true))
      batch {
        parent.value = 4
        tentative.value = 77
        #expect(tentative.value == 77)
      }
    }
    #expect(tentative.value == 77)
    #expect(shown == [76, 77])
  }

  @Test func `a layer ends, and those beside it stay`() {
    let tentative = TentativeProperty(parent)
    let low = tentative.apply { $0 + 10 }
    let high = tentative.set(76, until: .untilParentChanges)
    var both: [[Int]] = []
    updater.keepUpToDate { both.append([parent.value, tentative.value]) }
    checkingInvariants(of: [parent, tentative]) { parent.value = 2 }
    #expect(both == [[1, 76], [2, 12]])
    #expect((low.isActive, high.isActive) == (true, false))
  }

  @Test func `a derived parent that comes to the same is no change, and a touch is one`() {
    let parity = parent.map { $0 % 2 }
    let tentative = TentativeProperty(parity, until: .untilParentChanges)
    tentative.value = 76
    parent.value = 3
    #expect(tentative.value == 76)
    parent.value = 4
    #expect(tentative.value == 0)
    let direct = TentativeProperty(parent, until: .untilParentChanges)
    direct.value = 76
    parent.touch()
    #expect(direct.value == 4)
  }

  @Test func `a NaN of the parent is a change each time`() {
    let parent = StoredProperty(0.0)
    let tentative = TentativeProperty(parent, until: .untilParentChanges)
    tentative.value = 1
    #expect(misuses { parent.value = .nan }.isEmpty)
    #expect(tentative.value.isNaN)
    tentative.value = 2
    parent.value = .nan
    #expect(!tentative.isTentative)
  }

  // MARK: - A closure

  private let rooms = StoredProperty(["Hall", "Lab"])

  private func chosen(_ calls: @escaping () -> Void = {}) -> TentativeProperty<String> {
    let rooms = rooms
    let first = DerivedProperty(changes: .always) { rooms.value.first ?? "" }
    return TentativeProperty(first) { first, shown in
      calls()
      return rooms.peek().contains(shown) ? shown : first
    }
  }

  @Test func `a closure makes the next value of the parent's and of what was shown`() {
    var calls = 0
    let room = chosen { calls += 1 }
    var seen: [String] = []
    updater.keepUpToDate { seen.append("\(room.value) \(room.isTentative)") }
    checkingInvariants(of: [rooms, room]) {
      room.value = "Lab"
      rooms.value = ["Lab", "Loft"]
      rooms.value = ["Yard", "Lab"]
      rooms.value = ["Yard"]
    }
    #expect(seen == ["Hall false", "Lab true", "Lab false", "Yard false"])
    #expect(calls == 3)
  }

  @Test func `it is called once for each change, whether or not anybody reads`() {
    var log: [[Int]] = []
    let sum = TentativeProperty(parent) { new, shown in
      log.append([new, shown])
      return new + shown
    }
    parent.value = 2
    parent.value = 3
    batch {
      parent.value = 9
      parent.value = 4
    }
    #expect(sum.value == 10)
    #expect(log == [[2, 1], [3, 3], [4, 6]])
    sum.value = 100
    parent.value = 5
    #expect((sum.value, sum.isTentative) == (105, false))
  }

  @Test func `inside a batch and a transaction it shows what it will be`() {
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
      try? transaction {
        parent.value = 4
        #expect(sum.value == 17)
        sum.value = 0
        parent.value = 5
        #expect(sum.value == 5)
        throw Undo()
      }
      #expect(sum.value == 13)
      batch {
        parent.value = 9
        parent.value = 3
      }
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

  @Test func `a reverted value is what the closure returned last, and layers lie over both`() {
    let sum = TentativeProperty(parent) { $0 + $1 }
    parent.value = 2
    sum.value = 10
    #expect((sum.value, sum.isTentative) == (10, true))
    checkingInvariants(of: [parent, sum]) { sum.revertTentative() }
    #expect((sum.value, sum.isTentative) == (3, false))
    let layer = sum.apply(until: .untilParentChanges) { $0 * 100 }
    sum.value = 4
    #expect(sum.value == 400)
    #expect(layer.isActive)
    checkingInvariants(of: [parent, sum]) { parent.value = 5 }
    #expect((sum.value, layer.isActive) == (9, false))
  }

  @Test func `values that no rule tells apart are passed on once`() {
    struct Opaque { var number: Int }
    let parent = StoredProperty(Opaque(number: 1))
    let sum = TentativeProperty(parent) { Opaque(number: $0.number + $1.number) }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(sum.value.number) }
    parent.value = Opaque(number: 2)
    sum.value = Opaque(number: 10)
    parent.value = Opaque(number: 3)
    #expect(seen == [1, 3, 10, 13])
  }

  @Test func `made in a transaction, it follows from its end`() {
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

  @Test func `dropped, it follows its parent no more`() {
    var calls = 0
    do {
      let sum = TentativeProperty(parent) { new, shown in
        calls += 1
        return new + shown
      }
      parent.value = 2
      #expect(sum.value == 3)
    }
    parent.value = 3
    #expect((calls, parent.subscriberCount) == (1, 0))
  }

  @Test func `a write inside a derivation is refused, and the closure must not write`() {
    let sum = TentativeProperty(parent) { $0 + $1 }
    let meddler = DerivedProperty { () -> Int in
      sum.value = 7
      return 0
    }
    #expect(misuses { _ = meddler.value }.count == 1)
    #expect(sum.value == 1)
    let other = StoredProperty(0)
    let bad = TentativeProperty(parent) { new, _ in
      other.value = 1
      return new
    }
    #expect(misuses { parent.value = 2 }.count == 1)
    #expect((bad.value, other.value) == (2, 0))
  }
}
