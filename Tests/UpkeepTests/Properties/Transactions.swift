import Testing

@testable import Upkeep

/// Changes that take place as a whole or not at all: values.
@Suite(.leavesNothing) struct Transactions {
  let updater = scopedUpdater()
  let first = StoredProperty(1)
  let second = StoredProperty(2)

  @Test func `a commit is one change, seen when it is complete`() {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(sum.value) }
    let result = checkingInvariants(of: [first, second]) {
      transaction { () -> Int in
        first.value = 10
        second.value = 20
        #expect(log == [3])
        return sum.value
      }
    }
    #expect(result == 30)
    #expect(log == [3, 30])
  }

  @Test func `a commit that ends where it began runs nothing`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      transaction {
        first.value = 5
        first.value = 1
      }
      transaction { first.modify { $0 = 1 } }
    }
    #expect(log == [1])
  }

  @Test(arguments: [false, true])
  func `after a rollback all values read as before, and no effect has run`(readsInside: Bool) {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    let double = DerivedProperty { sum.value * 2 }
    let idle = DerivedProperty { sum.value * 3 }
    #expect(idle.value == 9)
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    updater.onTransition(first) { _, new in log.append(new) }
    log = []
    let counts = [first.subscriberCount, second.subscriberCount, sum.subscriberCount]
    checkingInvariants(of: [first, second]) {
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
    #expect(log == [])
    #expect([first.subscriberCount, second.subscriberCount, sum.subscriberCount] == counts)
    // A version of the undone past must not be taken for one of the future.
    first.value = 10
    #expect([sum.value, idle.value] == [12, 36])
    #expect(log == [24, 10])
  }

  @Test func `a value that was written inside may be written again afterwards`() {
    let double = first.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [first]) {
      for _ in 0..<3 {
        try? transaction {
          first.value = 5
          #expect(double.value == 10)
          throw Refusal()
        }
      }
      first.value = 5
      first.value = 1
    }
    #expect(log == [2, 10, 2])
  }

  @Test func `edits in place are undone, whichever way they are made`() {
    struct Point: Equatable { var (x, y) = (0, 0) }
    let items = StoredProperty([1, 2])
    let point = StoredProperty(Point())
    let table = StoredProperty(["a": 1])
    var runs = -1
    updater.keepUpToDate {
      _ = (items.value, point.value, table.value)
      runs += 1
    }
    checkingInvariants(of: [items, point, table]) {
      try? transaction {
        items.value.append(3)
        items.value[0] = 9
        items.modify { $0.removeAll() }
        items.value += [4]
        point.value.x = 5
        point.modify { $0.y = 6 }
        table.value["b"] = 2
        table.value = [:]
        #expect(items.value == [4])
        throw Refusal()
      }
    }
    #expect(items.value == [1, 2])
    #expect(point.value == Point())
    #expect(table.value == ["a": 1])
    #expect(runs == 0)
    items.value.append(3)
    #expect(runs == 1)
    #expect(items.value == [1, 2, 3])
  }

  @Test func `an edit whose own closure throws is undone with its transaction`() {
    var log: [[Int]] = []
    let items = StoredProperty([1])
    updater.keepUpToDate { log.append(items.value) }
    checkingInvariants(of: [items]) {
      #expect(throws: Refusal.self) {
        try transaction {
          try items.modify { items in
            items.append(2)
            throw Refusal()
          }
        }
      }
    }
    #expect(items.value == [1])
    #expect(log == [[1]])
  }

  @Test func `values that cannot be compared are undone and told of to nobody`() {
    struct Opaque { var number: Int }
    let opaque = StoredProperty(Opaque(number: 1))
    let always = StoredProperty(1, changes: .always)
    var runs = 0
    updater.keepUpToDate {
      _ = (opaque.value, always.value)
      runs += 1
    }
    checkingInvariants(of: [opaque, always]) {
      try? transaction {
        opaque.value = Opaque(number: 2)
        opaque.value.number = 3
        always.value = 1
        throw Refusal()
      }
    }
    #expect(opaque.value.number == 1)
    #expect(runs == 1)
  }

  @Test func `a write that the rule calls unchanged needs no undoing`() {
    let coarse = StoredProperty(0, changes: .init { abs($0 - $1) > 5 })
    var log: [Int] = []
    updater.keepUpToDate { log.append(coarse.value) }
    checkingInvariants(of: [coarse]) {
      try? transaction {
        coarse.value = 3
        #expect(coarse.value == 0)
        coarse.value = 10
        coarse.value = 12
        #expect(coarse.value == 10)
        throw Refusal()
      }
    }
    #expect(coarse.value == 0)
    #expect(log == [0])
  }

  @Test func `a touch is undone`() {
    let double = DerivedProperty(first, changes: .always) { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value + first.value) }
    checkingInvariants(of: [first]) {
      try? transaction {
        first.touch()
        first.value = 5
        first.touch()
        throw Refusal()
      }
    }
    #expect(log == [3])
    checkingInvariants(of: [first]) { transaction { first.touch() } }
    #expect(log == [3, 3])
  }

  @Test func `a touch that is undone leaves the batch around it able to end where it began`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value + second.value) }
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 5
        try? transaction {
          first.touch()
          second.value = 6
          second.touch()
          throw Refusal()
        }
        second.value = 7
        second.value = 2
        first.value = 1
      }
    }
    #expect(log == [3])
  }

  @Test func `a connection is undone`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first, second]) {
      try? transaction {
        level.connect(second)
        #expect(level.value == 2)
        level.disconnect()
        level.connect(constant: 9)
        #expect(level.value == 9)
        throw Refusal()
      }
    }
    #expect(level.connection === first)
    #expect(log == [1])
    #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
    first.value = 4
    second.value = 5
    #expect(log == [1, 4])
  }

  @Test func `a connection is undone that nobody has ever read`() {
    let level = ConnectableProperty(0)
    checkingInvariants(of: [level, first, second]) {
      try? transaction {
        level.connect(first)
        throw Refusal()
      }
      #expect(level.connection == nil)
      try? transaction {
        level.connect(first)
        #expect(level.value == 1)
        throw Refusal()
      }
    }
    #expect(level.value == 0)
    transaction { level.connect(second) }
    #expect(level.value == 2)
  }

  @Test func `connections and their sources are undone together`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    let double = level.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [level, first, second]) {
      try? transaction {
        first.value = 7
        #expect(double.value == 14)
        level.connect(second)
        second.value = 8
        #expect(double.value == 16)
        throw Refusal()
      }
    }
    #expect(double.value == 2)
    #expect(log == [2])
  }

  @Test func `a manual recalculation is undone`() {
    var outside = 1
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    var log: [Int] = []
    updater.keepUpToDate { log.append(manual.value) }
    checkingInvariants(of: [manual]) {
      try? transaction {
        outside = 2
        manual.recalculate()
        #expect(manual.value == 2)
        throw Refusal()
      }
      #expect(manual.value == 1)
      transaction { manual.recalculate() }
    }
    #expect(log == [1, 2])
  }

  @Test func `multilevel properties follow back`() {
    let outer = StoredProperty(first)
    let level = MultilevelProperty(outer) { $0 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, first, second]) {
      try? transaction {
        outer.value = second
        second.value = 9
        #expect(level.value == 9)
        throw Refusal()
      }
    }
    #expect(level.value == 1)
    #expect(log == [1])
    #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
  }

  @Test func `properties made inside live on with the value that the body has written`() {
    var made: StoredProperty<Int>?
    try? transaction {
      made = StoredProperty(1)
      made?.value = 2
      throw Refusal()
    }
    #expect(made?.value == 2)
  }

  @Test func `what was computed for the first time inside follows afterwards`() {
    let double = first.map { $0 * 2 }
    let tracked = DerivedProperty { first.value * 3 }
    checkingInvariants(of: [first]) {
      try? transaction {
        first.value = 5
        #expect([double.value, tracked.value] == [10, 15])
        throw Refusal()
      }
    }
    #expect([double.value, tracked.value] == [2, 3])
    first.value = 5
    #expect([double.value, tracked.value] == [10, 15])
  }

  @Test func `branches taken inside are dependencies no longer`() {
    let isOn = StoredProperty(false)
    let chosen = DerivedProperty { isOn.value ? second.value : first.value }
    var log: [Int] = []
    updater.keepUpToDate { log.append(chosen.value) }
    checkingInvariants(of: [isOn, first, second]) {
      try? transaction {
        isOn.value = true
        #expect(chosen.value == 2)
        throw Refusal()
      }
    }
    #expect(log == [1])
    #expect(chosen.value == 1)
    #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
  }

  @Test func `the type of the error is kept, and a body that cannot throw needs no try`() {
    var caught: Refusal?
    do throws(Refusal) {
      try transaction { () throws(Refusal) in
        first.value = 9
        throw Refusal(number: 3)
      }
    } catch {
      caught = error
    }
    #expect(caught == Refusal(number: 3))
    #expect(transaction { first.value } == 1)
    transaction {}
  }

  @Test func `after a rollback the next plain write runs effects at once`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      try? transaction { try transaction { throw Refusal() } }
      first.value = 5
    }
    #expect(log == [1, 5])
  }
}
