import Testing

@testable import Upkeep

/// A property that shows another property.
@Suite(.leavesNothing) struct PassingThrough {
  let updater = scopedUpdater()
  let stored = StoredProperty(1)
  let log = RunLog<String>()

  @Test func `a pass-through reads and observes as its parent does`() {
    let shown = PassThroughProperty(stored)
    updater.keepUpToDate { log.append("\(shown.value)") }
    updater.onTransition(shown, initially: false) { log.append("\($0 ?? -1) to \($1)") }
    let observation = shown.onChange { log.append("changed \($0)") }
    log.expect(["1", "2", "1 to 2", "changed 2"], around: [stored, shown]) {
      stored.value = 2
      stored.value = 2
    }
    #expect([shown.value, shown.peek(), untracked { shown.value }] == [2, 2, 2])
    #expect(shown.subscriberCount == stored.subscriberCount)
    observation.cancel()
    #expect(shown.subscriberCount == 2)
  }

  @Test func `a pass-through follows in-place edits and touches without a copy of its own`() {
    let items = StoredProperty([1])
    let shown = PassThroughProperty(items)
    let log = updater.readings(of: shown.value) {
      items.value.append(2)
      items.modify { $0.append(3) }
      items.touch()
    }
    #expect(log == [[1], [1, 2], [1, 2, 3], [1, 2, 3]])
  }

  @Test func `an input is one input, on whichever side of the wall it is read or listed`() {
    let shown = PassThroughProperty(stored)
    let derived = stored.map { log.noting("compute", $0) }
    let wall = PassThroughProperty(derived)
    let both = DerivedProperty(stored, shown) { $0 + $1 }
    let listed = DerivedProperty(dependencies: [shown]) { stored.value + shown.value }
    let tracked = DerivedProperty { wall.value + derived.value }
    var seen: [[Int]] = []
    expectMistakes([]) {
      seen = updater.readings(of: [both.value, listed.value, tracked.value]) { stored.value = 2 }
    }
    #expect(seen == [[2, 2, 2], [4, 4, 4]])
    #expect(log.entries == ["compute", "compute"])
  }

  @Test func `a pass-through shows the written value inside a batch and a transaction`() {
    let shown = PassThroughProperty(stored)
    let log = updater.readings(of: shown.value) {
      batch {
        stored.value = 2
        #expect(shown.value == 2)
        stored.value = 1
      }
      undoneTransaction {
        stored.value = 3
        #expect(shown.value == 3)
      }
    }
    #expect(shown.value == 1)
    #expect(log == [1])
  }

  @Test func `a pass-through of a constant is a constant`() {
    let shown = PassThroughProperty(Property.constant(3))
    let ruled = PassThroughProperty(Property.constant(4), changes: .always)
    let seen = updater.readings(of: shown.value + ruled.value, around: [shown, ruled]) {}
    #expect(seen == [7])
    #expect(shown.subscriberCount == 0)
  }

  @Test func `a wall has a rule of its own or that of the type, whatever its parent has`() {
    let coarse = PassThroughProperty(stored, changes: .init { abs($0 - $1) >= 10 })
    let outer = PassThroughProperty(PassThroughProperty(coarse))
    let restless = StoredProperty(1, changes: .always)
    let plain = PassThroughProperty(PassThroughProperty(restless))
    updater.keepUpToDate { log.append("outer \(outer.value)") }
    updater.keepUpToDate { log.append("restless \(restless.value)") }
    updater.keepUpToDate { log.append("plain \(plain.value)") }
    let expected = ["restless 1", "restless 2", "plain 2", "outer 11"]
    log.expectNew(expected, around: [stored, restless]) {
      for value in [1, 2] { restless.value = value }
      for value in [5, 11, 12] { stored.value = value }
    }
    #expect(coarse.value == 11)
    #expect(restless.subscriberCount == 2)
  }

  @Test func `a pass-through of a value with its type's rule needs no node of its own`() {
    let kinds: [Property<Result<Int, any Error>>] = [
      DerivedProperty.catching { 1 },
      DerivedProperty.catching(dependencies: []) { 1 },
      ConnectableProperty(.success(1)),
    ]
    #expect(kinds.allSatisfy { PassThroughProperty($0).node == $0.node })
    let equatable: [Property<Result<Int, Refusal>>] = [
      DerivedProperty { .success(1) },
      DerivedProperty(StoredProperty(1)) { .success($0) },
      ConnectableProperty(.success(1)),
    ]
    #expect(equatable.allSatisfy { PassThroughProperty($0).node == $0.node })
  }

  @Test func `a cycle through a wall is found and named`() {
    let holder = Holder<Property<Result<Int, any Error>>>()
    let total = DerivedProperty.catching(name: "total") { try holder.content?.value.get() ?? 0 }
    // With a rule of its own the pass-through has a value of its own, and so is a member.
    let shown = PassThroughProperty(total, changes: .always, name: "wall")
    holder.content = shown
    expectMistakes([]) {
      #expect(cycleMessage(of: total).contains("total -> wall -> total ("))
      #expect(cycleMessage(of: shown).contains("wall -> total -> wall ("))
    }
    holder.content = nil
  }
}
