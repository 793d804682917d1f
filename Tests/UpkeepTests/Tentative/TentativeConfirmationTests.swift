import Testing

@testable import Upkeep

/// Layers that end when the parent shows the same value.
@Suite(.leavesNothing) struct TentativeConfirmationTests {
  let parent = StoredProperty(1)

  @Test func `a layer ends for good once the parent shows the same, and runs no effect twice`() {
    let tentative = TentativeProperty(parent, until: .untilConfirmed)
    let shown = Seen { tentative.value }
    let both = Seen { [parent.value, tentative.value] }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 76
      for value in [4, 76, 5] { parent.value = value }
    }
    #expect((shown.values, tentative.isTentative) == ([1, 76, 5], false))
    #expect(both.values == [[1, 1], [1, 76], [4, 76], [76, 76], [5, 5]])
  }

  @Test func `a layer below a confirmed one shows together with the confirmation`() {
    let tentative = TentativeProperty(parent)
    let both = Seen { [parent.value, tentative.value] }
    tentative.set(10)
    tentative.set(76, until: .untilConfirmed)
    parent.value = 76
    #expect(both.values == [[1, 1], [1, 10], [1, 76], [76, 10]])
  }

  @Test func `a parent that already shows the value confirms at once`() {
    let tentative = TentativeProperty(parent)
    let shown = Seen { tentative.value }
    #expect(!tentative.set(1, until: .untilConfirmed).isActive)
    parent.value = 2
    #expect(shown.values == [1, 2])
  }

  @Test func `a function is confirmed when it makes no difference to the parent`() {
    let tags = StoredProperty<Set<String>>(["milk"])
    let tentative = TentativeProperty(tags)
    let layer = tentative.apply(until: .untilConfirmed) { $0.union(["tea"]) }
    #expect(tentative.value == ["milk", "tea"])
    tags.value = ["salt"]
    #expect(tentative.value == ["salt", "tea"])
    tags.value = ["salt", "tea"]
    #expect(!layer.isActive)
    tags.value = []
    #expect(tentative.value == [])
  }

  @Test func `a batch confirms only by the parent's value at its end`() {
    let tentative = TentativeProperty(parent)
    let layer = tentative.set(76, until: .untilConfirmed)
    batch {
      parent.value = 76
      #expect((tentative.value, layer.isActive) == (76, false))
      parent.value = 5
    }
    #expect((tentative.value, layer.isActive) == (76, true))
  }

  @Test func `a parent's change does not recompute a layer that waits for it`() {
    let calls = KeyedCalls()
    let tentative = TentativeProperty(parent)
    tentative.set(10)
    tentative.apply(calls.counting { $0 + 1 })
    tentative.set(50, until: .untilConfirmed).fail()
    let watched = TentativeProperty(tentative)
    watched.set(99, until: .untilConfirmed)
    let shown = Seen { watched.value }
    calls.count = 0
    for value in [2, 3] { parent.value = value }
    #expect((shown.values.count, calls.count) == (1, 0))
  }

  @Test func `a layer ends at its deadline if the parent does not confirm it before`() {
    let clock = ManualClock()
    let tentative = TentativeProperty(
      parent, until: .untilConfirmedWithin(.seconds(5)), clock: clock)
    tentative.value = 76
    clock.advance(by: .seconds(4))
    #expect(tentative.value == 76)
    clock.advance(by: .seconds(1))
    #expect(tentative.value == 1)
    tentative.value = 77
    parent.value = 77
    #expect((tentative.isTentative, clock.alarmCount) == (false, 0))
  }

  @Test func `a layer that has ended does not watch the parent any more`() {
    let tentative = TentativeProperty(parent)
    let layers = (0..<10).map { tentative.set(100 + $0, until: .untilConfirmed) }
    #expect(parent.subscriberCount == 10)
    layers[3].confirm()
    layers[4].fail()
    parent.value = 105
    #expect(parent.subscriberCount == 7)
    tentative.revertTentative()
    #expect(parent.subscriberCount == 0)
    #expect(Graph.violations(around: [parent, tentative]) == [])
  }

  @Test func `a cycle report names a confirmation by the line of its property`() {
    let box = Holder<Property<Int>>()
    let isClosed = StoredProperty(false)
    let parent = DerivedProperty(name: "parent") { isClosed.value ? (box.content?.value ?? 0) : 1 }
    let tentative = TentativeProperty(parent, until: .untilConfirmed, name: "tentative")
    box.content = tentative
    tentative.value = 2
    #expect(tentative.value == 2)
    let messages = misuses { isClosed.value = true }.map { "\($0)" }
    #expect(!messages.isEmpty)
    let own = "TentativeConfirmationTests.swift"
    #expect(messages.allSatisfy { $0.contains(own) && !$0.contains("Upkeep/") })
    box.content = nil
  }

  // MARK: - With a closure

  @Test func `confirm with a closure writes the parent and ends the layer in one turn`() {
    let tentative = TentativeProperty(parent)
    let shown = Seen { tentative.value }
    let mine = tentative.apply { $0 + 1 }
    checkingInvariants(of: [parent, tentative]) { mine.confirm { parent.value = 2 } }
    #expect((shown.values, mine.isActive) == ([1, 2], false))
    // A late answer is true although the layer has ended.
    mine.confirm { parent.value = 3 }
    #expect(shown.values == [1, 2, 3])
  }

  @Test func `a closure that throws keeps its writes and the layer; a transaction undoes both`() {
    let tentative = TentativeProperty(parent)
    let mine = tentative.apply { $0 + 10 }
    #expect(throws: Refusal.self) {
      try mine.confirm {
        parent.value = 2
        throw Refusal()
      }
    }
    #expect((tentative.value, mine.isActive) == (12, true))
    undoneTransaction {
      mine.confirm { parent.value = 3 }
      #expect((tentative.value, mine.isActive) == (3, false))
    }
    #expect((tentative.value, mine.isActive) == (12, true))
  }

  @Test func `confirm calls its closure also when the property is gone`() {
    var tentative: TentativeProperty<Int>? = TentativeProperty(parent)
    let mine = tentative?.set(7)
    tentative = nil
    #expect(mine?.isActive == false)
    mine?.confirm { parent.value = 9 }
    #expect(parent.value == 9)
  }
}
