import Testing

@testable import Upkeep

/// What a rollback has put back is believed only until something changes.
@Suite(.leavesNothing) struct RollbackTrust {
  private struct Refusal: Error {}

  private final class Box {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a touch after a rollback is seen`() {
    let box = Box(1)
    let stored = StoredProperty(box)
    let derived = DerivedProperty { stored.value.number }
    #expect(derived.value == 1)
    batch {
      try? transaction {
        stored.touch()
        _ = derived.value
        throw Refusal()
      }
      box.number = 9
      stored.touch()
      #expect(derived.value == 9)
    }
    #expect(derived.value == 9)
    #expect(Graph.violations(around: [stored, derived]) == [])
  }

  @Test func `a transaction that is undone inside an in-place edit leaves nothing behind`() {
    let (first, second) = (StoredProperty(1), StoredProperty(2))
    let edited = StoredProperty(0)
    let level = ConnectableProperty(0)
    level.connect(first)
    #expect(level.value == 1)
    edited.modify { _ in
      try? transaction {
        level.connect(second)
        throw Refusal()
      }
    }
    first.value = 5
    #expect(level.value == 5)
    #expect(Graph.violations(around: [first, second, edited, level]) == [])
  }

  @Test func `the rule that is asked again for the turn's start is as protected as at the write`() {
    struct Odd: Equatable {
      var number: Int
      var act: () -> Void = {}
      static func == (old: Odd, new: Odd) -> Bool {
        new.act()
        return old.number == new.number
      }
    }
    let other = StoredProperty(0)
    let stored = StoredProperty(Odd(number: 0))
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      stored.value = Odd(number: 1, act: { _ = other.value })
      stored.value = Odd(number: 2, act: { _ = other.value })
    }
    other.value = 1
    #expect(runs == 1)
    let mistakes = recordingMistakes {
      batch {
        stored.value = Odd(number: 4, act: { other.value += 1 })
        stored.value = Odd(number: 5, act: { other.value += 1 })
      }
    }
    #expect(other.value == 1)
    #expect(mistakes.count >= 2)
  }

  @Test
  func `an effect that undoes its own attempt has read what was, and does not run for it again`() {
    let stored = StoredProperty(1)
    let double = DerivedProperty { stored.value * 2 }
    let updater = scopedUpdater()
    var seen: [Int] = []
    updater.keepUpToDate {
      try? transaction {
        stored.value += 10
        seen.append(double.value)
        throw Refusal()
      }
    }
    #expect(seen == [22])
    stored.value = 2
    #expect(seen == [22, 24])
    #expect(stored.value == 2)
    #expect(Graph.violations(around: [stored, double]) == [])
  }
}
