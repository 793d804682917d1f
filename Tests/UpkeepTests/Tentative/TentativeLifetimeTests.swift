import Testing

@testable import Upkeep

/// Law 14 for tentative properties.
///
/// `ForeignReleaseTests` releases them on other threads.
@Suite(.leavesNothing) struct TentativeLifetimeTests {
  let parent = StoredProperty(1)
  let clock = ManualClock()

  @Test func `a tentative property is not kept alive by timers, watchers or tokens`() {
    var tentative: TentativeProperty? = TentativeProperty(parent, clock: clock)
    weak let observed = tentative
    let layer = tentative?.set(2, until: .untilConfirmedWithin(.seconds(1)))
    tentative?.apply(until: .untilConfirmed) { $0 + 1 }
    #expect(tentative?.value == 3)
    tentative = nil
    #expect(observed == nil)
    #expect((layer?.isActive, parent.subscriberCount, clock.alarmCount) == (false, 0, 0))
    parent.value = 2
    clock.advance(by: .seconds(1))
    #expect(Graph.violations(around: [parent]) == [])
  }

  @Test func `a layer's end releases its value and function`() {
    final class Canary {}
    let parent = StoredProperty<Canary?>(nil)
    let tentative = TentativeProperty(parent)
    weak var inValue: Canary?
    weak var inFunction: Canary?
    do {
      let (value, captured) = (Canary(), Canary())
      (inValue, inFunction) = (value, captured)
      tentative.set(value)
      tentative.apply { value in withExtendedLifetime(captured) { value } }
    }
    #expect(tentative.value === inValue && inFunction != nil)
    tentative.revertTentative()
    #expect(tentative.value == nil && inValue == nil && inFunction == nil)
  }

  @Test func `a tentative property keeps its parent alive while it does not read it`() {
    var parent: StoredProperty? = StoredProperty(1)
    let tentative = parent.map { TentativeProperty($0) }
    tentative?.value = 2
    #expect(tentative?.value == 2)
    parent = nil
    tentative?.revertTentative()
    #expect(tentative?.value == 1)
  }

  @Test func `a tentative property may be dropped by a reader that its end has run`() {
    let updater = Updater()
    var tentative: TentativeProperty? = TentativeProperty(parent, clock: clock)
    weak let observed = tentative
    tentative?.set(7, until: .untilConfirmedWithin(.seconds(1)))
    updater.keepUpToDate(dependencies: [parent]) { if parent.value == 7 { tentative = nil } }
    parent.value = 7
    #expect(observed == nil && clock.alarmCount == 0)
    clock.advance(by: .seconds(1))
    #expect(Graph.violations(around: [parent]) == [])
  }

  @Test func `a function that holds its own property goes with the layer`() {
    var tentative: TentativeProperty? = TentativeProperty(parent)
    weak let observed = tentative
    let layer = tentative?.apply { [tentative] in $0 + (tentative === nil ? 1 : 2) }
    #expect(tentative?.value == 3)
    tentative = nil
    #expect(observed != nil)
    layer?.fail()
    #expect(observed == nil)
  }
}
