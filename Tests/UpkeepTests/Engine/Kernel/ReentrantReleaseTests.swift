import Differential
import Testing

@testable import Upkeep

/// Code of the program that the engine calls: in a release, a change rule or an edit.
@Suite(.leavesNothing) struct ReentrantReleaseTests {
  let updater = scopedUpdater()
  let isClosed = StoredProperty(false)

  @Test func `a member of a closed cycle that is released is not computed again`() {
    let stored = StoredProperty(1)
    let slot = Holder<DerivedProperty<Int>>()
    let first = DerivedProperty { (slot.content?.value ?? 0) + stored.value }
    #expect(first.value == 1)
    slot.content = DerivedProperty { first.value }
    #expect(slot.content?.value == 1)
    withMisuseHandler({ _ in }) {
      stored.value = 2
      _ = first.value
      batch {
        stored.value = 3
        slot.content = nil
        #expect(first.value == 3)
      }
    }
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test(.hops) func `a declared value read in the middle of its input's edit stops the program`()
    async
  {
    await #expect(processExitsWith: .failure) {
      let items = StoredProperty([1, 2, 3])
      let sum = DerivedProperty(items) { $0.reduce(0, +) }
      items.modify { items in
        let taken = items
        items = []
        _ = sum.value
        items = taken
      }
    }
  }

  @Test func `a rule that reads its own property leaves later values right`() {
    let stored = StoredProperty(0)
    let slot = Holder<DerivedProperty<Int>>()
    let derived = DerivedProperty(
      stored,
      changes: ChangeRule { old, new in
        _ = slot.content?.peek()
        return old != new
      }
    ) { $0 }
    slot.content = derived
    var seen: [Int] = []
    withMisuseHandler({ _ in }) {
      for value in 1...6 {
        stored.value = value
        seen.append(derived.value)
      }
    }
    slot.content = nil
    #expect(seen.last == 6)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `the deinit of a replaced value reads values derived from the new one`() {
    var log: [String] = []
    let slot = Holder<DerivedProperty<Int>>()
    let stored = StoredProperty<(Int, Witness?)>((0, nil))
    stored.value = (1, Witness { log.append("\(slot.content?.value ?? -1)") })
    let derived = DerivedProperty(stored) { $0.0 * 10 }
    slot.content = derived
    #expect(derived.value == 10)
    stored.value = (2, nil)
    #expect(log == ["20"])
    slot.content = nil
  }

  @Test func `the deinit of a value that a batch replaced may open a batch on the same property`() {
    let slot = Holder<StoredProperty<Witness?>>()
    let property = StoredProperty<Witness?>(nil)
    slot.content = property
    var deinits = 0
    batch {
      property.value = Witness {
        deinits += 1
        batch { slot.content?.value = Witness { deinits += 1 } }
      }
    }
    batch { property.value = nil }
    #expect(deinits >= 1)
    #expect(Graph.violations(around: [property]) == [])
    slot.content = nil
  }

  /// The undo log of the turn holds the last reference, and releases it among others.
  @Test func `an object released at the end of a turn may write the turn's properties`() {
    let (first, last) = (StoredProperty(0), StoredProperty(0))
    let seen = Seen(in: updater) { [first.value, last.value] }
    batch {
      first.value = 1
      let witness = Witness {
        first.value = 0
        last.value = 2
      }
      let dropped = StoredProperty(
        0,
        changes: ChangeRule { old, new in withExtendedLifetime(witness) { old != new } })
      dropped.value = 1
      last.value = 1
    }
    #expect(seen.values == [[0, 0], [1, 1], [0, 2]])
    #expect(Graph.violations(around: [first, last]) == [])
  }

  @Test func `an observation may be cancelled by the release of its own closure`() {
    let slot = Holder<ChangeObservation>()
    let stored = StoredProperty(0)
    var canary: Witness? = Witness { slot.content?.cancel() }
    slot.content = stored.onChange { [canary] _ in _ = canary }
    canary = nil
    slot.content?.cancel()
    #expect(stored.subscriberCount == 0)
  }

  @Test func `effects cancelled inside an edit take no quadratic time`() {
    let growth = Growth.timed(from: 2_500) { count in
      let source = StoredProperty(0)
      let edited = StoredProperty(0)
      let updater = Updater()
      let tokens = (0..<count).map { _ in updater.keepUpToDate { _ = source.value } }
      let seconds = threadSeconds {
        edited.modify { value in
          value = 1
          source.value = 1
          for token in tokens { token.cancel() }
        }
      }
      #expect(source.subscriberCount == 0)
      return seconds
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test func `a value replaced by a cycle's failure may be read by its own deinit`() {
    var log: [String] = []
    let slot = Holder<DerivedProperty<Result<Witness, any Error>>>()
    let derived = DerivedProperty.catching { () throws -> Witness in
      if isClosed.value, let other = slot.content { return try other.value.get() }
      return Witness {
        if case .failure? = slot.content?.peek() { log.append("failure") }
      }
    }
    slot.content = derived
    _ = derived.value
    withMisuseHandler({ _ in }) {
      isClosed.value = true
      #expect(throws: CycleError.self) { try derived.value.get() }
    }
    #expect(log == ["failure"])
    slot.content = nil
  }

  @Test func `a handler may write what the cycle that it hears of depends on`() {
    let log = StoredProperty(0)
    let slot = Holder<DerivedProperty<Int>>()
    let derived = DerivedProperty {
      if isClosed.value, let other = slot.content { return other.value }
      return log.value
    }
    slot.content = derived
    withMisuseHandler({ _ in log.value += 1 }) {
      let seen = Seen(in: updater) { derived.value }
      isClosed.value = true
      isClosed.value = false
      #expect(seen.values == [0, 1])
    }
    #expect(Graph.violations(around: [log]) == [])
    slot.content = nil
  }
}
