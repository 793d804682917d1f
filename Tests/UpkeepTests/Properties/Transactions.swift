import Testing

@testable import Upkeep

/// Changes that take place as a whole or not at all: their values.
@Suite(.leavesNothing) struct Transactions {
  let updater = scopedUpdater()
  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let log = RunLog<Int>()

  @Test func `a commit is one change, or none if it ends where it began`() {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    var result = 0
    let log = updater.readings(of: sum.value) {
      result = transaction {
        first.value = 10
        second.value = 20
        return sum.value
      }
      transaction {
        first.value = 5
        first.value = 10
      }
      transaction { first.modify { $0 = 10 } }
    }
    #expect(result == 30)
    #expect(log == [3, 30])
  }

  @Test(arguments: [false, true])
  func `after a rollback all values read as before, and no effect has run`(readsInside: Bool) {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    let double = DerivedProperty { sum.value * 2 }
    let idle = DerivedProperty { sum.value * 3 }
    #expect(idle.value == 9)
    updater.keepUpToDate { log.append(double.value) }
    updater.onTransition(first) { _, new in log.append(new) }
    let counts = [first.subscriberCount, second.subscriberCount, sum.subscriberCount]
    log.expectNew([], around: [first, second]) {
      #expect(throws: Refusal(number: 7)) {
        try transaction {
          first.value = 10
          if readsInside { #expect([sum.value, double.value, idle.value] == [12, 24, 36]) }
          second.value = 20
          if readsInside { #expect([sum.value, double.value, idle.value] == [30, 60, 90]) }
          throw Refusal(number: 7)
        }
      }
    }
    #expect([first.value, second.value, sum.value, double.value, idle.value] == [1, 2, 3, 6, 9])
    #expect([first.subscriberCount, second.subscriberCount, sum.subscriberCount] == counts)
    // A later version must not be taken for an undone one.
    first.value = 10
    #expect([sum.value, idle.value] == [12, 36])
    #expect(log.entries == [24, 10])
  }

  @Test func `edits in place are undone, whichever way they are made and also if they throw`() {
    struct Point: Equatable { var (x, y) = (0, 0) }
    let items = StoredProperty([1, 2])
    let point = StoredProperty(Point())
    let log = updater.readings(of: [items.value, [point.value.x, point.value.y]]) {
      try? transaction {
        items.value.append(3)
        items.value[0] = 9
        items.modify { $0.removeAll() }
        items.value += [4]
        point.value.x = 5
        point.modify { $0.y = 6 }
        #expect(items.value == [4])
        try items.modify { items in
          items.append(5)
          throw Refusal()
        }
      }
      #expect(items.value == [1, 2])
      items.value.append(3)
    }
    #expect(log == [[[1, 2], [0, 0]], [[1, 2, 3], [0, 0]]])
  }

  @Test func `values that cannot be compared are undone without a notification`() {
    let opaque = StoredProperty(Opaque(number: 1))
    let always = StoredProperty(1, changes: .always)
    let log = updater.readings(of: [opaque.value.number, always.value]) {
      undoneTransaction {
        opaque.value = Opaque(number: 2)
        opaque.value.number = 3
        always.value = 1
      }
    }
    #expect(opaque.value.number == 1)
    #expect(log == [[1, 1]])
  }

  @Test func `writes and edits are undone, whatever the change rule says`() {
    let coarse = StoredProperty(0, changes: .init { abs($0 - $1) > 5 })
    let log = updater.readings(of: coarse.value) {
      undoneTransaction {
        coarse.value = 3
        #expect(coarse.value == 0)
        coarse.value = 10
        coarse.value = 12
        #expect(coarse.value == 10)
        coarse.modify { $0 += 20 }
        #expect(coarse.value == 30)
      }
    }
    #expect(coarse.value == 0)
    #expect(log == [0])
  }

  @Test func `a rolled back touch runs no effect`() {
    let double = DerivedProperty(first, changes: .always) { $0 * 2 }
    let log = updater.readings(of: double.value + first.value) {
      undoneTransaction {
        first.touch()
        first.value = 5
        first.touch()
      }
      transaction { first.touch() }
    }
    #expect(log == [3, 3])
  }

  @Test func `a touch that is undone leaves the batch around it able to end where it began`() {
    let log = updater.readings(of: first.value + second.value) {
      batch {
        first.value = 5
        undoneTransaction {
          first.touch()
          second.value = 6
          second.touch()
        }
        second.value = 7
        second.value = 2
        first.value = 1
      }
    }
    #expect(log == [3])
  }

  @Test func `a connection is undone, with the changes of its sources`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    let double = level.map { $0 * 2 }
    let log = updater.readings(of: double.value, around: [second]) {
      undoneTransaction {
        first.value = 7
        #expect(double.value == 14)
        level.connect(second)
        second.value = 8
        #expect(double.value == 16)
        level.disconnect()
        level.connect(constant: 9)
        #expect(level.value == 9)
      }
      #expect(level.connection === first)
      #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
      first.value = 4
      second.value = 5
    }
    #expect(log == [2, 8])
  }

  @Test func `a connection that was never read is undone`() {
    let level = ConnectableProperty(0)
    checkingInvariants(of: [level, first, second]) {
      undoneTransaction { level.connect(first) }
      #expect(level.connection == nil)
      undoneTransaction {
        level.connect(first)
        #expect(level.value == 1)
      }
    }
    #expect(level.value == 0)
    transaction { level.connect(second) }
    #expect(level.value == 2)
  }

  @Test func `a manual recalculation is undone`() {
    var outside = 1
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    let log = updater.readings(of: manual.value) {
      undoneTransaction {
        outside = 2
        manual.recalculate()
        #expect(manual.value == 2)
      }
      #expect(manual.value == 1)
      transaction { manual.recalculate() }
    }
    #expect(log == [1, 2])
  }

  @Test func `branches and inner properties read only inside are not followed after a rollback`() {
    let isOn = StoredProperty(false)
    let chosen = DerivedProperty { isOn.value ? second.value : first.value }
    let level = MultilevelProperty(isOn) { $0 ? second : first }
    let log = updater.readings(of: [chosen.value, level.value], around: [second]) {
      undoneTransaction {
        isOn.value = true
        second.value = 9
        #expect([chosen.value, level.value] == [9, 9])
      }
    }
    #expect(log == [[1, 1]])
    #expect([chosen.value, level.value] == [1, 1])
    #expect([first.subscriberCount, second.subscriberCount] == [2, 0])
  }

  @Test func `a value first computed inside a transaction follows its inputs afterwards`() {
    let double = first.map { $0 * 2 }
    let tracked = DerivedProperty { first.value * 3 }
    checkingInvariants(of: [first]) {
      undoneTransaction {
        first.value = 5
        #expect([double.value, tracked.value] == [10, 15])
      }
    }
    #expect([double.value, tracked.value] == [2, 3])
    first.value = 5
    #expect([double.value, tracked.value] == [10, 15])
  }

  @Test func `the type of the error is kept, and a body that cannot throw needs no try`() {
    let thrown = Result { () throws(Refusal) -> Int in
      try transaction { () throws(Refusal) -> Int in
        first.value = 9
        throw Refusal(number: 3)
      }
    }
    #expect(thrown == .failure(Refusal(number: 3)))
    #expect(transaction { first.value } == 1)
  }
}
