import Differential
import Testing

@testable import Upkeep

/// Layers over one parent, in any order.
@Suite(.leavesNothing) struct TentativeLayerTests {
  let updater = scopedUpdater()
  let parent = StoredProperty(1)

  @Test func `the topmost layer shows, and those below stay in place when it ends`() {
    let tentative = TentativeProperty(parent)
    let lower = tentative.set(10)
    let upper = tentative.set(20)
    #expect(tentative.value == 20)
    upper.fail()
    #expect(tentative.value == 10)
    lower.fail()
    #expect(tentative.value == 1)
  }

  @Test func `removing a lower layer leaves the upper ones in place`() {
    let tentative = TentativeProperty(parent)
    let lower = tentative.set(10)
    let upper = tentative.apply { $0 + 5 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    checkingInvariants(of: [parent, tentative]) {
      parent.value = 2
      lower.confirm()
      parent.value = 3
      upper.confirm()
    }
    #expect(log == [15, 7, 8, 3])
    #expect((lower.isActive, upper.isActive) == (false, false))
  }

  @Test func `a function is applied anew when the parent changes`() {
    let tentative = TentativeProperty(parent)
    tentative.apply { $0 * 10 }
    tentative.apply { $0 + 1 }
    #expect(tentative.value == 11)
    parent.value = 2
    #expect(tentative.value == 21)
    tentative.revertTentative()
    #expect(tentative.value == 2)
  }

  @Test func `what a function reads, the property depends on`() {
    let factor = StoredProperty(2)
    let tentative = TentativeProperty(parent)
    let layer = tentative.apply { $0 * factor.value }
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    factor.value = 3
    layer.confirm()
    factor.value = 4
    #expect(log == [2, 3, 1])
    #expect(factor.subscriberCount == 0)
  }

  @Test func `a confirmed increment and the parent's own never show twice in a batch`() {
    let tentative = TentativeProperty(parent)
    let mine = tentative.apply { $0 + 1 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    batch {
      parent.value += 1
      mine.confirm()
    }
    #expect(log == [2])
    #expect(tentative.value == 2)
  }

  @Test func `a written value replaces the one written before it, and comes to lie on top`() {
    let tentative = TentativeProperty(parent)
    tentative.value = 5
    let function = tentative.apply { $0 + 1 }
    #expect(tentative.value == 6)
    tentative.value = 7
    #expect(tentative.value == 7)
    #expect(function.isActive)
    let top = tentative.set(8)
    top.fail()
    #expect(tentative.value == 7)
    tentative.value = 9
    tentative.revertTentative()
    #expect(!function.isActive)
    #expect(!tentative.isTentative)
  }

  @Test func `when a written value has been replaced, only the other layers are below`() {
    let tentative = TentativeProperty(parent, tentativeValueValidFor: .seconds(2), clock: clock)
    tentative.value = 5
    tentative.apply { $0 + 100 }
    tentative.value = 7
    clock.advance(by: .seconds(2))
    #expect(tentative.value == 101)
  }

  private let clock = ManualClock()

  @Test func `dropping a layer's token changes nothing`() {
    let tentative = TentativeProperty(parent)
    do { _ = tentative.set(10) }
    #expect(tentative.value == 10)
    #expect(tentative.isTentative)
  }

  @Test func `ending a layer again, or one whose property is gone, does nothing`() {
    var tentative: TentativeProperty? = TentativeProperty(parent)
    let first = tentative?.set(10)
    let second = tentative?.set(20)
    first?.fail()
    first?.confirm()
    #expect(tentative?.value == 20)
    tentative = nil
    #expect(second?.isActive == false)
    second?.confirm()
    #expect(parent.value == 1)
  }

  @Test func `a thousand layers end in a scattered order`() {
    let tentative = TentativeProperty(parent)
    var layers = (0..<1000).map { number in tentative.apply { $0 + number } }
    #expect(tentative.value == 1 + 999 * 500)
    var generator = SplitMix64(seed: 7)
    layers.shuffle(using: &generator)
    for layer in layers { layer.confirm() }
    #expect(tentative.value == 1)
    #expect(Graph.violations(around: [tentative]) == [])
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
