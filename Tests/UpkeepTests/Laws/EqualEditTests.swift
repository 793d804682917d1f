import Testing
import Upkeep

/// Law 6 and the change rules: writes and edits without a net change.
@Suite(.leavesNothing) struct EqualEditTests {
  private let stored = StoredProperty(3)
  private let trigger = StoredProperty(0)
  private let updater = scopedUpdater()

  enum NetNothing: CaseIterable { case setReadEdit, editReadAwayAndBack, editRead, awayAndBack }

  @Test(arguments: NetNothing.allCases)
  func `a batch of edits without a net change costs one more computation at most`(_ way: NetNothing)
  {
    let runs = Passes()
    let derived = DerivedProperty { runs.pass(stored.value) }
    _ = derived.value
    runs.count = 0
    let edit = {
      switch way {
      case .setReadEdit: stored.value = -3
      case .editReadAwayAndBack, .editRead: stored.modify { $0 = 3 }
      case .awayAndBack: stored.value = 0
      }
      if way != .awayAndBack { _ = derived.value }
      if way == .editReadAwayAndBack { stored.value = 0 }
      switch way {
      case .setReadEdit: stored.modify { $0 = -3 }
      case .editRead: break
      case .editReadAwayAndBack, .awayAndBack: stored.value = 3
      }
    }
    if way == .editRead { transaction(edit) } else { batch(edit) }
    #expect(derived.value == (way == .setReadEdit ? -3 : 3))
    #expect(runs.count <= [.setReadEdit: 2, .awayAndBack: 0][way, default: 1])
  }

  @Test func `effects that edit what they have read, and leave it equal, run once`() {
    var log: [String] = []
    let sum = DerivedProperty { stored.value + trigger.value }
    let remainder = DerivedProperty { sum.value % 3 }
    updater.keepUpToDate(dependencies: [remainder, sum]) {
      log.append("declared \(remainder.value) \(sum.value)")
      stored.modify { $0 = 3 }
    }
    updater.keepUpToDate {
      log.append("tracked \(stored.value) \(sum.value) \(remainder.value)")
      stored.modify { $0 = 3 }
    }
    log = []
    trigger.value = 1
    #expect(log == ["declared 1 4", "tracked 3 4 1"])
  }

  /// The ways in which an effect restores a value that another effect is about to see.
  enum SetBack: CaseIterable { case write, writeAndPause, edit, transaction, undone, touch }

  @Test(arguments: SetBack.allCases)
  func `an effect runs for a value that an older effect restored by a touch or a rollback`(
    _ way: SetBack
  ) {
    updater.keepUpToDate {
      guard stored.value == 1 else { return }
      switch way {
      case .write, .writeAndPause: stored.value = 3
      case .edit: stored.modify { $0 = 3 }
      case .transaction: transaction { stored.value = 3 }
      case .undone: undoneTransaction { stored.value = 3 }
      case .touch:
        stored.touch()
        stored.value = 3
      }
      if way == .writeAndPause { updater.pause() }
    }
    let seen = Seen(in: updater) { stored.value }
    stored.value = 1
    let atOnce = [.undone: [3, 1], .touch: [3, 3]][way, default: [3]]
    #expect(seen.values == atOnce)
    updater.unpause()
    #expect(seen.values == atOnce)
    stored.value = 2
    #expect(seen.values == atOnce + [2])
  }

  /// The ways in which a property is changed and restored.
  enum Return: CaseIterable {
    case writes, edits, writeAndEdit, editAndWrite, editsTwice

    func perform(on stored: StoredProperty<Int>) {
      let now = stored.peek()
      switch self {
      case .writes:
        stored.value = now + 1
        stored.value = now
      case .edits:
        stored.modify { $0 += 1 }
        stored.modify { $0 -= 1 }
      case .writeAndEdit:
        stored.value = now + 1
        stored.modify { $0 -= 1 }
      case .editAndWrite:
        stored.modify { $0 += 1 }
        stored.value = now
      case .editsTwice:
        stored.modify { $0 += 1 }
        stored.modify { $0 += 1 }
        stored.modify { $0 -= 2 }
      }
    }
  }

  @Test(arguments: Return.allCases, [0, 1, 2])
  func `an effect that restores the value that it read runs once, also with other readers`(
    _ way: Return, _ others: Int
  ) {
    var runs = 0
    if others > 1 { updater.keepUpToDate { _ = stored.value } }
    updater.keepUpToDate {
      _ = stored.value
      runs += 1
      way.perform(on: stored)
    }
    if others > 0 { updater.keepUpToDate { _ = stored.value } }
    runs = 0
    stored.value = 4
    #expect(runs == 1)
    stored.modify { $0 = 5 }
    #expect(runs == 2)
    batch { stored.value = 6 }
    #expect(runs == 3)
    #expect(stored.value == 6)
  }

  @Test(arguments: Return.allCases, ["", "written", "edited"])
  func `an effect made in a batch runs once if the batch restores the value that it read`(
    _ way: Return, _ before: String
  ) {
    for rule in [nil, ChangeRule<Int> { $0 != $1 }] {
      let stored = StoredProperty(3, changes: rule)
      var seen: Seen<Int>?
      batch {
        if before == "written" { stored.value = 7 }
        if before == "edited" { stored.modify { $0 = 7 } }
        seen = Seen { stored.value }
        way.perform(on: stored)
      }
      #expect(seen?.values.count == 1)
      stored.value = 8
      #expect(seen?.values.count == 2)
    }
  }

  @Test(arguments: [false, true])
  func `an edit of a value that changes with every write copies nothing, even if an effect read it`(
    _ isInEffect: Bool
  ) {
    func address(_ numbers: [Int]) -> UnsafePointer<Int>? {
      numbers.withUnsafeBufferPointer { $0.baseAddress }
    }
    let numbers = StoredProperty([0], changes: .always)
    func edit() {
      let before = address(numbers.peek())
      numbers.modify { $0[0] += 1 }
      #expect(address(numbers.peek()) == before)
    }
    batch {
      numbers.value = Array(repeating: 1, count: 100)
      updater.keepUpToDate { _ = numbers.value.count }
      if isInEffect { updater.keepUpToDate { edit() } } else { edit() }
    }
    #expect(numbers.value[0] == 2)
  }

  enum Sight: CaseIterable { case written, edited, derived, chosenRule, inner }

  // first     reads 3, makes it 4, reads 4                reads 3
  // second                             makes it 3 again
  @Test(arguments: Sight.allCases)
  func `law 6: an effect that saw two values in one run sees the final one`(_ sight: Sight) {
    let rule: ChangeRule<Int> = sight == .chosenRule ? ChangeRule { $0 != $1 } : .equal
    let number = StoredProperty(3, changes: rule)
    let derived = DerivedProperty { number.value }
    var isFirst = true
    var seen: [Int] = []
    func look() { seen.append(sight == .derived ? derived.value : number.value) }
    func write(_ value: Int) {
      if sight == .edited { number.modify { $0 = value } } else { number.value = value }
    }
    updater.keepUpToDate { effect in
      let mustWrite = trigger.value == 1 && isFirst
      look()
      guard mustWrite else { return }
      isFirst = false
      if sight == .inner { effect.keepUpToDate { write(4) } } else { write(4) }
      look()
    }
    updater.keepUpToDate { if trigger.value == 1 { write(3) } }
    trigger.value = 1
    #expect(seen == [3, 3, 4, 3])
  }

  // first  reads 2                              2 again: no run
  // ended           reads 3, is cancelled
  @Test func `law 6: an ended effect does not affect the value that another has seen`() {
    let number = StoredProperty(0)
    var seen: Seen<Int>?
    batch {
      number.value = 2
      seen = Seen(in: updater) { number.value }
      number.value = 3
      updater.keepUpToDate { _ = number.value }.cancel()
      number.value = 2
    }
    #expect(seen?.values == [2])
  }

  // The list is sorted already, so the edit in place does not change it.
  @Test func `an effect that reads, edits without a change, and reads again runs once`() {
    let numbers = StoredProperty([1, 2, 3])
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      _ = numbers.value.count
      numbers.value.sort()
      _ = numbers.value.first
    }
    #expect(runs == 1)
    numbers.value = [3, 1, 2]
    #expect(numbers.value == [1, 2, 3])
    #expect(runs == 3)
  }
}
