import Testing

@testable import Upkeep

/// After a transaction was undone everything goes on as if it had not happened.
@Suite(.leavesNothing) struct UndoneTransactions {
  private struct Refusal: Error {}

  private final class Box {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private func undone(_ body: () -> Void) {
    try? transaction {
      body()
      throw Refusal()
    }
  }

  @Test func `a value that was computed first in an undone transaction is nobody's previous value`()
  {
    let source = StoredProperty(5)
    let highest = DerivedProperty(fromPrevious: { max($0 ?? 0, source.value) })
    undone {
      source.value = 1_000
      #expect(highest.value == 1_000)
    }
    #expect(highest.value == 5)
    #expect(Graph.violations(around: [source, highest]) == [])
  }

  @Test
  func `a value that was computed first in an undone transaction is not what a rule compares with`()
  {
    let source = StoredProperty(6)
    let coarse = DerivedProperty(changes: ChangeRule { abs($0 - $1) > 10 }) { source.value }
    undone {
      source.value = 0
      #expect(coarse.value == 0)
    }
    #expect(coarse.value == 6)
  }

  @Test
  func
    `a value that was computed first in a transaction that committed stays, inside one that is undone it goes`()
  {
    let source = StoredProperty(5)
    let sums = DerivedProperty(fromPrevious: { ($0 ?? 0) + source.value })
    transaction { #expect(sums.value == 5) }
    source.value = 6
    #expect(sums.value == 11)
    let others = DerivedProperty(fromPrevious: { ($0 ?? 0) + source.value })
    undone { transaction { #expect(others.value == 6) } }
    #expect(others.value == 6)
  }

  @Test
  func `a collection that was first read in an undone transaction shows and follows what there is`()
  {
    let elements = (0..<3).map { StoredProperty($0) }
    let list = StoredProperty([elements[0]])
    let all = MultilevelCollectionProperty(list, \.self)
    undone {
      list.value = elements
      #expect(all.value.count == 3)
    }
    #expect(all.value == [elements[0]])
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    elements[1].value = 7
    #expect(runs == 1)
    elements[0].value = 7
    #expect(runs == 2)
    #expect(Graph.violations(around: [list, all]) == [])
  }

  @Test func `an undone touch is no reason for a paused effect to run`() {
    let source = StoredProperty(3)
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate {
      _ = source.value
      runs += 1
    }
    updater.pause()
    undone { source.touch() }
    undone {
      source.value = 5
      source.touch()
    }
    source.value = 4
    source.value = 3
    updater.unpause()
    #expect(runs == 1)
  }

  @Test func `an edit that comes to nothing after a touch in the same turn is no change`() {
    let source = StoredProperty(3)
    let updater = Updater()
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

  @Test func `the start that an undone write has kept is none for the rest of the batch`() {
    let source = StoredProperty(3)
    let updater = Updater()
    var runs = 0
    batch {
      undone { source.value = 5 }
      source.touch()
      updater.keepUpToDate {
        _ = source.value
        runs += 1
      }
      source.value = 4
      source.value = 3
    }
    #expect(runs == 1)
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

  @Test(arguments: [false, true])
  func `a member of a cycle that closes in its own undone transaction goes on with its inputs`(
    computesFirst: Bool
  ) {
    final class Pair {
      typealias Member = DerivedProperty<Result<Int, any Error>>
      let source = StoredProperty(1)
      let isCyclic = StoredProperty(true)
      private(set) lazy var first: Member = .catching {
        [unowned self] () throws(any Error) -> Int in
        let number = source.value
        if isCyclic.value {
          try? transaction {
            _ = second.value
            throw Refusal()
          }
        }
        return number + source.value
      }
      private(set) lazy var second: Member = .catching {
        [unowned self] () throws(any Error) -> Int in
        try first.value.get()
      }
    }
    let pair = Pair()
    if computesFirst {
      pair.isCyclic.value = false
      #expect((try? pair.second.value.get()) == 2)
      pair.isCyclic.value = true
    }
    withMisuseHandler({ _ in }) {
      for _ in 0..<2 {
        for _ in 0..<2 { #expect((try? pair.first.value.get()) == nil) }
        #expect(Graph.violations(around: [pair.first, pair.second]) == [])
        pair.source.value += 1
      }
      pair.isCyclic.value = false
      #expect((try? pair.second.value.get()) == 6)
    }
    #expect(Graph.violations(around: [pair.first, pair.second]) == [])
  }
}
