import Testing

@testable import Upkeep

/// Layers over one parent that end in any order.
@Suite(.leavesNothing) struct TentativeLayerTests {
  let parent = StoredProperty(1)

  @Test func `layers end in any order, and the topmost that stays shows`() {
    let tentative = TentativeProperty(parent)
    let lower = tentative.set(10)
    let middle = tentative.apply { $0 + 5 }
    let upper = tentative.set(20)
    let shown = Seen { tentative.value }
    checkingInvariants(of: [parent, tentative]) {
      upper.fail()
      parent.value = 2
      lower.confirm()
      parent.value = 3
      middle.confirm()
      // A layer that has ended stays ended.
      lower.fail()
    }
    #expect(shown.values == [20, 15, 7, 8, 3])
    #expect(![lower, middle, upper].contains { $0.isActive })
  }

  @Test func `a tentative property depends on what its functions read`() {
    let factor = StoredProperty(2)
    let tentative = TentativeProperty(parent)
    let layer = tentative.apply { $0 * factor.value }
    let shown = Seen { tentative.value }
    factor.value = 3
    layer.confirm()
    factor.value = 4
    #expect((shown.values, factor.subscriberCount) == ([2, 3, 1], 0))
  }

  @Test func `a written value replaces an earlier written one, and becomes the topmost layer`() {
    let clock = ManualClock()
    let tentative = TentativeProperty(parent, tentativeValueValidFor: .seconds(2), clock: clock)
    tentative.value = 5
    let function = tentative.apply { $0 + 1 }
    #expect(tentative.value == 6)
    tentative.value = 7
    #expect((tentative.value, function.isActive) == (7, true))
    tentative.set(8).fail()
    #expect(tentative.value == 7)
    clock.advance(by: .seconds(2))
    #expect(tentative.value == 2)
    tentative.value = 9
    tentative.revertTentative()
    #expect([function.isActive, tentative.isTentative] == [false, false])
  }

  @Test func `values of optional and of class type are layers like any other`() {
    final class Document {}
    let (old, new) = (Document(), Document())
    let parent = StoredProperty<Document?>(old)
    let tentative = TentativeProperty(parent)
    tentative.value = nil
    #expect(tentative.value == nil)
    parent.value = new
    tentative.revertTentative()
    #expect(tentative.value === new)
  }
}
