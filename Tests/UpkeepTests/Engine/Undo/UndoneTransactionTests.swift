import Testing

@testable import Upkeep

/// After a rollback everything goes on as if the transaction had not happened.
@Suite(.leavesNothing) struct UndoneTransactionTests {
  let updater = scopedUpdater()
  let source = StoredProperty(3)

  @Test
  func `a rule does not compare with a value that first computed in a rolled back transaction`() {
    let source = StoredProperty(6)
    let coarse = DerivedProperty(changes: ChangeRule { abs($0 - $1) > 10 }) { source.value }
    undoneTransaction {
      source.value = 0
      #expect(coarse.value == 0)
    }
    #expect(coarse.value == 6)
  }

  @Test
  func `a collection first read in a rolled back transaction is right, and follows its elements`() {
    let elements = (0..<3).map { StoredProperty($0) }
    let list = StoredProperty([elements[0]])
    let all = MultilevelCollectionProperty(list, \.self)
    undoneTransaction {
      list.value = elements
      #expect(all.value.count == 3)
    }
    #expect(all.value == [elements[0]])
    var runs = 0
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    elements[1].value = 7
    #expect(runs == 1)
    elements[0].value = 7
    #expect(runs == 2)
    #expect(Graph.violations(around: [list, all]) == [])
  }

  @Test func `an undone touch is no reason for a paused effect to run`() {
    let seen = Seen(in: updater) { source.value }
    updater.pause()
    undoneTransaction { source.touch() }
    undoneTransaction {
      source.value = 5
      source.touch()
    }
    source.value = 4
    source.value = 3
    updater.unpause()
    #expect(seen.values == [3])
  }

  @Test func `an edit without a change after a touch in the same turn is no change`() {
    var runs = 0
    updater.keepUpToDate {
      _ = source.value
      source.modify { $0 += 0 }
      runs += 1
    }
    batch {
      source.value = 4
      source.touch()
    }
    #expect(runs == 2)
  }

  @Test func `a rolled back write does not change the value that a batch compares with`() {
    var seen: Seen<Int>?
    batch {
      undoneTransaction { source.value = 5 }
      source.touch()
      seen = Seen(in: updater) { source.value }
      source.value = 4
      source.value = 3
    }
    #expect(seen?.values == [3])
  }

  @Test func `a touch after a rollback is seen`() {
    let box = Holder(1)
    let stored = StoredProperty(box)
    let derived = DerivedProperty { stored.value.content }
    #expect(derived.value == 1)
    batch {
      undoneTransaction {
        stored.touch()
        _ = derived.value
      }
      box.content = 9
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
    edited.modify { _ in undoneTransaction { level.connect(second) } }
    first.value = 5
    #expect(level.value == 5)
    #expect(Graph.violations(around: [first, second, edited, level]) == [])
  }

  @Test func `a change rule called at the end of a turn may not be re-entered`() {
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

  @Test func `an effect does not run again for its own rolled back attempt`() {
    let stored = StoredProperty(1)
    let double = DerivedProperty { stored.value * 2 }
    var seen: [Int] = []
    updater.keepUpToDate {
      undoneTransaction {
        stored.value += 10
        seen.append(double.value)
      }
    }
    #expect(seen == [22])
    stored.value = 2
    #expect(seen == [22, 24])
    #expect(stored.value == 2)
    #expect(Graph.violations(around: [stored, double]) == [])
  }

  @Test(arguments: [false, true])
  func `a member of a cycle that closes in its own undone transaction goes on with its inputs`(
    computesFirst: Bool
  ) {
    let (source, isCyclic) = (StoredProperty(1), StoredProperty(true))
    let second = Holder<Cycle.Member>()
    let first = Cycle.Member.catching { () throws(any Error) -> Int in
      let number = source.value
      if isCyclic.value { undoneTransaction { _ = second.content?.value } }
      return number + source.value
    }
    let reader = Cycle.Member.catching { () throws(any Error) -> Int in try first.value.get() }
    second.content = reader
    if computesFirst {
      isCyclic.value = false
      #expect((try? reader.value.get()) == 2)
      isCyclic.value = true
    }
    withMisuseHandler({ _ in }) {
      for _ in 0..<2 {
        for _ in 0..<2 { #expect((try? first.value.get()) == nil) }
        #expect(Graph.violations(around: [first, reader]) == [])
        source.value += 1
      }
      isCyclic.value = false
      #expect((try? reader.value.get()) == 6)
    }
    #expect(Graph.violations(around: [first, reader]) == [])
    second.content = nil
  }
}
