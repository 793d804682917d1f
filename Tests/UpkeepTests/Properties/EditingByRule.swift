import Testing

@testable import Upkeep

/// Edits in place of properties with a change rule of their own, and of other properties inside
/// effects.
@Suite(.leavesNothing) struct EditingByRule {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let level = StoredProperty(0.0, changes: ChangeRule { abs($1 - $0) > 0.5 }, name: "level")
  let log = RunLog<String>()

  @Test func `an edit that the change rule calls unchanged is reverted, also if it throws`() {
    let double = level.map { $0 * 2 }
    let seen = updater.readings(of: level.value, around: [double]) {
      level.modify { $0 += 0.25 }
      #expect(level.value == 0)
      level.value += 0.5
      #expect(level.value == 0)
      try? level.modify {
        $0 += 0.25
        throw Refusal()
      }
      #expect(level.value == 0)
      #expect(double.value == 0)
      level.value += 0.75
      #expect(double.value == 1.5)
      level.modify { $0 -= 0.25 }
    }
    #expect(level.value == 0.75)
    #expect(seen == [0, 0.75])
  }

  @Test func `a write during an edit that is taken back runs its effects`() {
    var isEditing = false
    let seen = updater.readings(of: [source.value, isEditing ? 1 : 0], around: [level]) {
      level.modify {
        isEditing = true
        source.value = 1
        $0 += 0.25
        isEditing = false
      }
    }
    #expect(seen == [[0, 0], [1, 0]])
    #expect(level.value == 0)
  }

  // level ─> double, read between the edit and the end of the batch, which takes the edit back
  @Test func `a reader of an edit that a batch reverts follows the remaining value`() {
    let double = level.map { $0 * 2 }
    let seen = updater.readings(of: double.value) {
      batch {
        level.modify { $0 += 0.25 }
        #expect(double.value == 0.5)
      }
    }
    #expect([level.value, double.value] == [0, 0])
    #expect(seen == [0])
  }

  // MARK: - In effects

  @Test(arguments: [false, true])
  func `an effect that sorts what it reads comes to rest`(hasOther: Bool) {
    let items = StoredProperty([3, 1, 2])
    let seen = RunLog<[Int]>()
    if hasOther { updater.keepUpToDate { _ = items.value } }
    let expected = [[3, 1, 2], [1, 2, 3], [6, 5], [5, 6], [5, 6, 4], [4, 5, 6]]
    seen.expect(expected, around: [items]) {
      updater.keepUpToDate {
        seen.append(items.value)
        items.value.sort()
      }
      items.value = [6, 5]
      items.value.append(4)
    }
    #expect(items.value == [4, 5, 6])
  }

  @Test func `an edit that changes nothing wakes no effect in a later run as in the first`() {
    let target = StoredProperty(7)
    updater.keepUpToDate {
      _ = source.value
      target.modify { $0 = 7 }
    }
    let seen = updater.readings(of: target.value, around: [source]) {
      for _ in 1...3 { source.value += 1 }
    }
    #expect(seen == [7])
  }

  @Test(arguments: [false, true])
  func `a rule of its own is asked about an effect's edits in its first and its later runs`(
    hasOther: Bool
  ) {
    if hasOther { updater.keepUpToDate { _ = source.value } }
    updater.keepUpToDate { level.modify { $0 += source.value == 3 ? 1 : 0.25 } }
    let seen = updater.readings(of: level.value, around: [source]) {
      for value in [1, 2, 3] { source.value = value }
    }
    #expect(seen == [0, 1])
  }

  @Test func `an effect that reads what it has edited by a rule of its own comes to rest`() {
    log.expect(["0.0", "0.0"], around: [level, source]) {
      updater.keepUpToDate {
        _ = source.value
        level.modify { $0 += 0.25 }
        log.append("\(level.value)")
      }
      source.value = 1
    }
  }

  @Test func `a value that effects edit back to its start in one round has not changed`() {
    let number = StoredProperty(0)
    for value in [1, 0] {
      updater.keepUpToDate { if source.value > 0 { number.modify { $0 = value } } }
    }
    let seen = updater.readings(of: number.value, around: [source]) {
      for value in 1...2 { source.value = value }
    }
    #expect(seen == [0])
  }

  // MARK: - Commits

  @Test(arguments: [false, true])
  func `a commit recomputes nothing whose inputs came out equal`(isInBatch: Bool) {
    let items = StoredProperty([1])
    let count = items.map { log.noting("compute", $0.count) }
    _ = count.value
    func work() {
      transaction {
        updater.keepUpToDate { _ = count.value }
        items.modify { $0 = [1] }
        updater.pause()
      }
    }
    log.expect(["compute"], around: [items, count]) { if isInBatch { batch(work) } else { work() } }
  }

  // MARK: - Transitions

  @Test func `onTransition hears values that the rule tells apart, and no restored value`() {
    log.expect(["-1.0 to 0.0", "0.0 to 2.0"], around: [level]) {
      updater.keepUpToDate { if level.value == 1 { level.value = 0.25 } }
      updater.onTransition(level) { log.append("\($0 ?? -1) to \($1)") }
      level.value = 1
      level.modify { $0 = 0 }
      level.value = 2
    }
  }

  @Test func `onTransition by the rule always hears every change`() {
    let number = StoredProperty(0, changes: .always)
    log.expect(["-1 to 0", "0 to 0", "0 to 0"], around: [number]) {
      updater.onTransition(number) { log.append("\($0 ?? -1) to \($1)") }
      number.value = 0
      number.modify { _ in }
    }
  }
}
