import Testing

@testable import Upkeep

/// Cycles that form and dissolve when a dependency flips.
@Suite(.leavesNothing) struct CyclesFlipping {
  let updater = scopedUpdater()
  let closes = StoredProperty(false, name: "closes")

  // a ─> b ─> a only while `closes`
  @Test func `a cycle formed by a flip is found at that moment`() {
    let cycle = Cycle(length: 2) { [closes] next in closes.value ? next.value : .success(1) }
    #expect(cycle.path(from: 0) == nil)
    let reports = misuses {
      closes.value = true
      #expect(cycle.path(from: 0) == "r0 -> r1 -> r0")
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [closes] + cycle.members) == [])
  }

  @Test func `so is one that an effect needs, before the write returns`() {
    let cycle = Cycle(length: 3) { [closes] next in closes.value ? next.value : .success(1) }
    var log: [String] = []
    updater.keepUpToDate { log.append(cycle.path(from: 0) ?? "value") }
    let reports = misuses { closes.value = true }
    #expect(reports.isEmpty)
    #expect(log == ["value", "r0 -> r1 -> r2 -> r0"])
    #expect(Graph.violations(around: [closes] + cycle.members) == [])
  }

  @Test func `after leaving the condition values are right again`() {
    let cycle = Cycle(length: 2) { [closes] next in closes.value ? next.value : .success(1) }
    var log: [Bool] = []
    updater.keepUpToDate { log.append(cycle.path(from: 0) != nil) }
    let reports = misuses {
      for _ in 1...3 {
        closes.value = true
        closes.value = false
      }
    }
    #expect(log == [false, true, false, true, false, true, false])
    #expect(reports.isEmpty)
    for member in cycle.members { #expect((try? member.value.get()) == 1) }
    #expect(Graph.violations(around: [closes] + cycle.members) == [])
  }

  @Test(arguments: [true, false])
  func `a cycle in a transaction that is undone leaves no failure behind`(isLeft: Bool) {
    let cycle = Cycle(length: 3) { [closes] next in closes.value ? next.value : .success(1) }
    #expect(cycle.path(from: 0) == nil)
    struct Refusal: Error {}
    let reports = misuses {
      try? transaction {
        closes.value = true
        #expect(cycle.path(from: 0) == "r0 -> r1 -> r2 -> r0")
        // The members compute once more, in no cycle.
        if isLeft {
          closes.value = false
          #expect(cycle.path(from: 0) == nil)
        }
        throw Refusal()
      }
    }
    #expect(reports.isEmpty)
    for member in cycle.members { #expect((try? member.value.get()) == 1) }
    #expect(Graph.violations(around: [closes] + cycle.members) == [])
  }

  // first ─> second ─> first only while `closes`
  @Test func `a cycle of values that have one keep their last value`() {
    let number = StoredProperty(1, name: "number")
    let box = Late<DerivedProperty<Int>>()
    let first = DerivedProperty(name: "first") { () -> Int in
      closes.value ? (box.content?.value ?? 0) + 1 : number.value
    }
    let second = DerivedProperty(name: "second") { first.value * 10 }
    box.content = second
    #expect((first.value, second.value) == (1, 10))
    let reports = misuses {
      closes.value = true
      #expect((first.value, second.value) == (1, 10))
    }
    #expect(reports.map(cyclePath) == ["first -> second -> first"])
    checkingInvariants(of: [closes, number, first, second]) {
      number.value = 5
      closes.value = false
      #expect((first.value, second.value) == (5, 50))
    }
    box.content = nil
  }

  // total ─> effect;  total ─> tax ─> total only while `closes`, `tax` declared
  @Test func `so do declared members that an effect needs, until the cycle is gone`() {
    let number = StoredProperty(1, name: "number")
    let box = Late<DerivedProperty<Int>>()
    let total = DerivedProperty(name: "total") { () -> Int in
      closes.value ? (box.content?.value ?? 0) + 1 : number.value
    }
    let tax = DerivedProperty(total, name: "tax") { $0 * 10 }
    box.content = tax
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([total.value, tax.value]) }
    let reports = misuses { closes.value = true }
    #expect(reports.map(cyclePath) == ["total -> tax -> total"])
    #expect(Graph.violations(around: [closes, number, total, tax]) == [])
    checkingInvariants(of: [closes, number, total, tax]) {
      number.value = 5
      closes.value = false
    }
    #expect(log.first == [1, 10])
    #expect(log.last == [5, 50])
    #expect(log.count <= 3)
    box.content = nil
  }

  // swapped == false: left ─> right ─> source;  true: right ─> left ─> source
  @Test(arguments: [false, true])
  func `two dependencies that swap in one batch are no cycle`(leftFirst: Bool) {
    let source = StoredProperty(1)
    let isLeftSwapped = StoredProperty(false)
    let isRightSwapped = StoredProperty(false)
    let box = Late<DerivedProperty<Int>>()
    let left = DerivedProperty(name: "left") { () -> Int in
      isLeftSwapped.value ? source.value : (box.content?.value ?? 0) + 1
    }
    let right = DerivedProperty(name: "right") { () -> Int in
      isRightSwapped.value ? left.value + 1 : source.value
    }
    box.content = right
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([left.value, right.value]) }
    let reports = checkingInvariants(of: [source, isLeftSwapped, isRightSwapped]) {
      misuses {
        for isSwapped in [true, false, true] {
          batch {
            if leftFirst { isLeftSwapped.value = isSwapped }
            isRightSwapped.value = isSwapped
            if !leftFirst { isLeftSwapped.value = isSwapped }
          }
        }
        source.value = 5
      }
    }
    #expect(reports.isEmpty)
    #expect(log == [[2, 1], [1, 2], [2, 1], [1, 2], [5, 6]])
    box.content = nil
  }

  @Test func `the same when the reader asks in the other order`() {
    let isSwapped = StoredProperty(false)
    let box = Late<DerivedProperty<Int>>()
    let left = DerivedProperty(name: "left") { isSwapped.value ? 1 : (box.content?.value ?? 0) + 1 }
    let right = DerivedProperty(name: "right") { isSwapped.value ? left.value + 1 : 1 }
    box.content = right
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([right.value, left.value]) }
    let reports = checkingInvariants(of: [isSwapped]) {
      misuses {
        isSwapped.value = true
        isSwapped.value = false
      }
    }
    #expect(reports.isEmpty)
    #expect(log == [[1, 2], [2, 1], [1, 2]])
    // The edge from `left` keeps `right`, whose closure keeps `left`.
    isSwapped.value = true
    box.content = nil
  }
}
