import Testing

@testable import Upkeep

/// A property seen through a wall.
@Suite(.leavesNothing) struct PassingThrough {
  let updater = scopedUpdater()
  let stored = StoredProperty(1)

  @Test func `a pass-through reads and observes as its parent does`() {
    let shown = PassThroughProperty(stored)
    var log: [Int] = []
    updater.keepUpToDate { log.append(shown.value) }
    updater.onTransition(shown, initially: false) { log += [$0 ?? -1, $1] }
    let observation = shown.onChange { log.append($0 * 100) }
    checkingInvariants(of: [stored, shown]) {
      stored.value = 2
      stored.value = 2
    }
    #expect(log == [1, 2, 1, 2, 200])
    #expect([shown.value, shown.peek(), untracked { shown.value }] == [2, 2, 2])
    #expect(shown.subscriberCount == stored.subscriberCount)
    observation.cancel()
    #expect(shown.subscriberCount == 2)
  }

  @Test func `it follows in-place edits and touches without a copy of its own`() {
    let items = StoredProperty([1])
    let shown = PassThroughProperty(items)
    var log: [[Int]] = []
    updater.keepUpToDate { log.append(shown.value) }
    checkingInvariants(of: [items]) {
      items.value.append(2)
      items.modify { $0.append(3) }
      items.touch()
    }
    #expect(log == [[1], [1, 2], [1, 2, 3], [1, 2, 3]])
  }

  @Test func `an input is an input, whichever side of the wall is listed`() {
    let shown = PassThroughProperty(stored)
    let both = DerivedProperty(stored, shown) { $0 + $1 }
    let listed = DerivedProperty(dependencies: [shown]) { stored.value + shown.value }
    let tracked = DerivedProperty { stored.value + shown.value }
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([both.value, listed.value, tracked.value]) }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [stored]) { stored.value = 2 }
    }
    #expect(log == [[2, 2, 2], [4, 4, 4]])
    #expect(mistakes == [])
  }

  @Test func `inside a batch and a transaction it shows what was written`() {
    let shown = PassThroughProperty(stored)
    var log: [Int] = []
    updater.keepUpToDate { log.append(shown.value) }
    checkingInvariants(of: [stored]) {
      batch {
        stored.value = 2
        #expect(shown.value == 2)
        stored.value = 1
      }
      #expect(throws: Refusal.self) {
        try transaction {
          stored.value = 3
          #expect(shown.value == 3)
          throw Refusal()
        }
      }
    }
    #expect(shown.value == 1)
    #expect(log == [1])
  }

  @Test func `it can be read while its parent computes for the first time`() {
    let derived = stored.map { $0 * 10 }
    let shown = PassThroughProperty(derived)
    #expect(derived.subscriberCount == 0)
    #expect(shown.value == 10)
    stored.value = 2
    #expect(shown.peek() == 20)
    let optional = PassThroughProperty(StoredProperty<Int?>(nil))
    #expect(optional.value == nil)
  }

  @Test func `a pass-through of a constant is one`() {
    let shown = PassThroughProperty(Property.constant(3))
    let ruled = PassThroughProperty(Property.constant(4), changes: .always)
    var log: [Int] = []
    updater.keepUpToDate { log.append(shown.value + ruled.value) }
    #expect(log == [7])
    #expect(shown.subscriberCount == 0)
    #expect(Graph.violations(around: [shown, ruled]) == [])
  }

  @Test func `it equals its parent, with the rule of the type where the parent has its own`() {
    let parent = StoredProperty(1, changes: .always)
    let shown = PassThroughProperty(parent)
    var log: [String] = []
    updater.keepUpToDate { log.append("parent \(parent.value)") }
    updater.keepUpToDate { log.append("shown \(shown.value)") }
    log = []
    checkingInvariants(of: [parent]) {
      parent.value = 1
      parent.value = 2
    }
    #expect(log == ["parent 1", "parent 2", "shown 2"])
    #expect(parent.subscriberCount == 2)
  }

  @Test func `a rule of its own lets through what it calls a change`() {
    let coarse = PassThroughProperty(stored, changes: .init { abs($0 - $1) >= 10 })
    let always = PassThroughProperty(StoredProperty(0), changes: .always)
    var log: [Int] = []
    updater.keepUpToDate { log.append(coarse.value + always.value) }
    checkingInvariants(of: [stored]) {
      stored.value = 5
      #expect(coarse.value == 1)
      stored.value = 11
      stored.value = 12
    }
    #expect(log == [1, 11])
    #expect(coarse.value == 11)
  }

  @Test func `a wall behind a wall with a rule does not keep that rule`() {
    let coarse = PassThroughProperty(stored, changes: .init { abs($0 - $1) >= 10 })
    let outer = PassThroughProperty(PassThroughProperty(coarse))
    let plain = PassThroughProperty(PassThroughProperty(PassThroughProperty(stored)))
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([outer.value, plain.value]) }
    checkingInvariants(of: [stored]) {
      stored.value = 2
      stored.value = 20
    }
    #expect(log == [[1, 1], [1, 2], [20, 20]])
  }

  @Test func `an input kept in a pass-through of a derived value is computed once`() {
    var computed = 0
    let derived = DerivedProperty { () -> Int in
      computed += 1
      return stored.value
    }
    let left = PassThroughProperty(derived)
    let right = PassThroughProperty(left, changes: .equal)
    updater.keepUpToDate { _ = left.value + right.value + derived.value }
    checkingInvariants(of: [stored]) { stored.value = 2 }
    #expect(computed == 2)
  }

  @Test func `what is compared by its type's rule is seen through a wall without a copy`() {
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
    // It keeps a value of its own, so that it is a member.
    let shown = PassThroughProperty(total, changes: .always, name: "wall")
    holder.content = shown
    let mistakes = recordingMistakes {
      #expect(cycleMessage(of: total).contains("total -> wall -> total ("))
      #expect(cycleMessage(of: shown).contains("wall -> total -> wall ("))
    }
    #expect(mistakes == [])
    holder.content = nil
  }
}
