import Testing

@testable import Upkeep

/// Edits in place of properties that have a change rule of their own, and of others inside effects.
@Suite(.leavesNothing) struct EditingByRule {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let level = StoredProperty(0.0, changes: ChangeRule { abs($1 - $0) > 0.5 }, name: "level")

  @Test func `an edit that a rule of its own calls unchanged is taken back, also outside a batch`()
  {
    var seen: [Double] = []
    updater.keepUpToDate { seen.append(level.value) }
    let double = level.map { $0 * 2 }
    checkingInvariants(of: [level, double]) {
      level.modify { $0 += 0.25 }
      #expect(level.value == 0)
      level.value += 0.5
      #expect(level.value == 0)
      #expect(double.value == 0)
      level.value += 0.75
      #expect(double.value == 1.5)
      level.modify { $0 -= 0.25 }
    }
    #expect(level.value == 0.75)
    #expect(seen == [0, 0.75])
  }

  @Test func `an edit asks the rule once, with what was there before`() {
    var asked: [[Int]] = []
    let rule = ChangeRule<Int> { old, new in
      asked.append([old, new])
      return old != new
    }
    let number = StoredProperty(1, changes: rule)
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { _ = number.value }
      number.value += 1
      number.modify { $0 = 2 }
    }
    #expect(asked == [[1, 2], [2, 2]])
  }

  @Test func `no edit counts by the rule never, and each by the rule always`() {
    let fixed = StoredProperty(1, changes: .never)
    let restless = StoredProperty(1, changes: .always)
    var runs = 0
    updater.keepUpToDate {
      _ = restless.value
      runs += 1
    }
    checkingInvariants(of: [fixed, restless]) {
      fixed.value += 1
      batch { fixed.modify { $0 = 5 } }
      restless.modify { _ in }
      batch { restless.modify { _ in } }
    }
    #expect(fixed.value == 1)
    #expect(runs == 3)
  }

  @Test func `an edit by the rule always copies nothing, in a batch and in an effect neither`() {
    let items = StoredProperty(Array(0..<100), changes: .always)
    items.value.reserveCapacity(1000)
    func address() -> UInt { items.peek().withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    let before = address()
    checkingInvariants(of: [items, source]) {
      updater.keepUpToDate { items.modify { $0.append(source.value) } }
      items.value.append(100)
      batch { items.modify { $0.append(101) } }
      source.value = 1
    }
    #expect(address() == before)
    #expect(items.value.count == 104)
  }

  @Test func `what is written during an edit that is taken back runs its effects`() {
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(source.value) }
    checkingInvariants(of: [source, level]) {
      level.modify {
        source.value = 1
        $0 += 0.25
        #expect(seen == [0])
      }
    }
    #expect(seen == [0, 1])
    #expect(level.value == 0)
  }

  @Test func `an edit that throws and that the rule calls unchanged is taken back`() {
    checkingInvariants(of: [level]) {
      #expect(throws: Failed.self) {
        try level.modify {
          $0 += 0.25
          throw Failed()
        }
      }
    }
    #expect(level.value == 0)
  }

  @Test func `an edit that a transaction undoes is undone, whatever the rule says`() {
    checkingInvariants(of: [level]) {
      try? transaction {
        level.modify { $0 += 2 }
        #expect(level.value == 2)
        throw Failed()
      }
    }
    #expect(level.value == 0)
  }

  // level ─> double, read between the edit and the end of the batch that takes it back
  @Test func `a reader of an edit that a batch takes back follows the value that is there`() {
    let double = level.map { $0 * 2 }
    var seen: [Double] = []
    updater.keepUpToDate { seen.append(double.value) }
    checkingInvariants(of: [level, double]) {
      batch {
        level.modify { $0 += 0.25 }
        #expect(double.value == 0.5)
      }
    }
    #expect(level.value == 0)
    #expect(double.value == 0)
    #expect(seen == [0])
  }

  // MARK: - In effects

  @Test(arguments: [false, true])
  func `an effect that sorts what it reads comes to rest`(hasOther: Bool) {
    let items = StoredProperty([3, 1, 2])
    var seen: [[Int]] = []
    var runs = 0
    if hasOther { updater.keepUpToDate { _ = items.value } }
    checkingInvariants(of: [items]) {
      updater.keepUpToDate {
        runs += 1
        seen.append(items.value)
        items.value.sort()
      }
      items.value = [6, 5]
      items.value.append(4)
      batch { items.value.append(0) }
    }
    #expect(items.value == [0, 4, 5, 6])
    #expect(runs == seen.count)
    #expect(
      seen == [
        [3, 1, 2], [1, 2, 3], [6, 5], [5, 6], [5, 6, 4], [4, 5, 6], [4, 5, 6, 0], [0, 4, 5, 6],
      ])
  }

  @Test func `an edit that changes nothing wakes nobody in an effect's later runs as in its first`()
  {
    for rounds in 1...3 {
      let target = StoredProperty(7)
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate {
        _ = source.value
        target.modify { $0 = 7 }
      }
      updater.keepUpToDate {
        _ = target.value
        runs += 1
      }
      checkingInvariants(of: [source, target]) { for _ in 1...rounds { source.value += 1 } }
      #expect(runs == 1)
    }
  }

  @Test func `a rule of its own is asked about an effect's edits in its first and its later runs`()
  {
    for hasOther in [false, true] {
      let source = StoredProperty(0)
      let level = StoredProperty(0.0, changes: ChangeRule { abs($1 - $0) > 0.5 })
      let updater = Updater()
      var seen: [Double] = []
      if hasOther { updater.keepUpToDate { _ = source.value } }
      updater.keepUpToDate { level.modify { $0 += source.value == 3 ? 1 : 0.25 } }
      updater.keepUpToDate { seen.append(level.value) }
      for value in [1, 2, 3] { source.value = value }
      #expect(seen == [0, 1])
      #expect(level.value == 1)
      #expect(Graph.violations(around: [source, level]) == [])
    }
  }

  @Test func `an effect that reads what it has edited by a rule of its own comes to rest`() {
    var seen: [Double] = []
    checkingInvariants(of: [level, source]) {
      updater.keepUpToDate {
        _ = source.value
        level.modify { $0 += 0.25 }
        seen.append(level.value)
      }
      source.value = 1
    }
    #expect(seen == [0, 0])
  }

  @Test func `what effects edit back to the start of the turn in one round has not changed`() {
    let number = StoredProperty(0)
    var seen: [Int] = []
    checkingInvariants(of: [source, number]) {
      for value in [1, 0] {
        updater.keepUpToDate { if source.value > 0 { number.modify { $0 = value } } }
      }
      updater.keepUpToDate { seen.append(number.value) }
      source.value = 1
      source.value = 2
    }
    #expect(seen == [0])
  }

  // MARK: - Commits

  @Test(arguments: [false, true])
  func `a commit recomputes nothing whose inputs came out equal`(isInBatch: Bool) {
    let items = StoredProperty([1])
    var computed = 0
    let count = items.map { items in
      computed += 1
      return items.count
    }
    _ = count.value
    func work() {
      transaction {
        updater.keepUpToDate { _ = count.value }
        items.modify { $0 = [1] }
        updater.pause()
      }
    }
    checkingInvariants(of: [items, count]) { if isInBatch { batch { work() } } else { work() } }
    #expect(computed == 1)
  }

  // MARK: - Transitions

  @Test func `onTransition hears nothing where another effect has set the value back`() {
    var log: [[Int?]] = []
    checkingInvariants(of: [source]) {
      updater.keepUpToDate { if source.value == 1 { source.value = 0 } }
      updater.onTransition(source) { log.append([$0, $1]) }
      source.value = 1
      source.value = 2
    }
    #expect(log == [[nil, 0], [0, 2]])
  }

  @Test func `onTransition hears nothing of an edit outside a batch that changes nothing`() {
    var log: [[Int?]] = []
    checkingInvariants(of: [source]) {
      updater.onTransition(source) { log.append([$0, $1]) }
      source.modify { $0 = 0 }
      source.modify { $0 = 1 }
    }
    #expect(log == [[nil, 0], [0, 1]])
  }

  @Test func `onTransition hears only what the rule of the property tells apart`() {
    let writes = StoredProperty(0)
    let coarse = StoredProperty(0.0, changes: ChangeRule { abs($1 - $0) > 0.5 })
    var log: [[Double?]] = []
    checkingInvariants(of: [coarse, writes]) {
      updater.keepUpToDate { if coarse.value == 1 { coarse.value = 0.25 } }
      updater.onTransition(coarse) { log.append([$0, $1]) }
      coarse.value = 1
      coarse.value = 2
    }
    #expect(log == [[nil, 0], [0, 2]])
  }

  @Test func `onTransition by the rule always hears every change`() {
    let number = StoredProperty(0, changes: .always)
    var log: [[Int?]] = []
    checkingInvariants(of: [number]) {
      updater.onTransition(number) { log.append([$0, $1]) }
      number.value = 0
      number.modify { _ in }
    }
    #expect(log == [[nil, 0], [0, 0], [0, 0]])
  }

  // MARK: - Rounds

  // The second effect waits in the round in which the first one sets its input back.
  @Test func `an effect that waits in a round is looked at by what is true when its turn comes`() {
    let trigger = StoredProperty(0)
    let number = StoredProperty(0)
    var seen: [Int] = []
    checkingInvariants(of: [trigger, number]) {
      updater.keepUpToDate { if trigger.value == 1 { number.value = 0 } }
      updater.keepUpToDate { seen.append(number.value) }
      batch {
        number.value = 1
        trigger.value = 1
      }
      batch {
        number.value = 5
        trigger.value = 2
      }
    }
    #expect(seen == [0, 5])
  }
}

private struct Failed: Error {}
