import Differential
import Foundation
import Testing

@testable import Upkeep

/// Law 14 for tentative properties.
@Suite(.leavesNothing) struct TentativeLifetimeTests {
  let parent = StoredProperty(1)
  let clock = ManualClock()

  @Test func `is freed when it is dropped, while its parent lives`() {
    var tentative: TentativeProperty? = TentativeProperty(parent)
    weak let observed = tentative
    tentative?.value = 2
    #expect(tentative?.value == 2)
    tentative?.revertTentative()
    #expect(tentative?.value == 1)
    tentative = nil
    #expect(observed == nil)
    #expect(parent.subscriberCount == 0)
    #expect(Graph.violations(around: [parent]) == [])
  }

  @Test func `neither timers, nor watchers, nor tokens keep it alive`() {
    var tentative: TentativeProperty? = TentativeProperty(parent, clock: clock)
    weak let observed = tentative
    let layer = tentative?.set(2, until: .untilConfirmedWithin(.seconds(1)))
    tentative?.apply(until: .untilConfirmed) { $0 + 1 }
    #expect(tentative?.value == 3)
    tentative = nil
    #expect(observed == nil)
    #expect(layer?.isActive == false)
    #expect(parent.subscriberCount == 0)
    #expect(clock.alarmCount == 0)
    parent.value = 2
    clock.advance(by: .seconds(1))
    #expect(Graph.violations(around: [parent]) == [])
  }

  @Test func `a layer's value and function go when it ends`() {
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
    #expect(tentative.value === inValue)
    #expect(inFunction != nil)
    tentative.revertTentative()
    #expect(tentative.value == nil)
    #expect(inValue == nil)
    #expect(inFunction == nil)
  }

  @Test func `keeps its parent alive while it does not read it`() {
    var parent: StoredProperty? = StoredProperty(1)
    let tentative = parent.map { TentativeProperty($0) }
    tentative?.value = 2
    #expect(tentative?.value == 2)
    parent = nil
    tentative?.revertTentative()
    #expect(tentative?.value == 1)
  }

  @Test func `may be dropped by a reader that its end has run, and by its parent's`() {
    let updater = Updater()
    var tentative: TentativeProperty? = TentativeProperty(parent, clock: clock)
    weak let observed = tentative
    tentative?.set(7, until: .untilConfirmedWithin(.seconds(1)))
    updater.keepUpToDate(dependencies: [parent]) { if parent.value == 7 { tentative = nil } }
    parent.value = 7
    #expect(observed == nil)
    #expect(clock.alarmCount == 0)
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

  /// Carries references to where Swift would not let them go.
  private final class Smuggled: @unchecked Sendable {
    // SAFETY: handed to one other thread, which drops it.
    var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  @MainActor
  @Test(.hops)
  func `released on a foreign thread it is gone at once, and leaves at the next turn`() {
    let parent = StoredProperty(1)
    let clock = ManualClock()
    weak var observed: TentativeProperty<Int>?
    let smuggled: Smuggled
    do {
      let tentative = TentativeProperty(parent, clock: clock)
      tentative.set(2, until: .untilConfirmedWithin(.seconds(1)))
      tentative.apply { $0 + 1 }
      #expect(tentative.value == 3)
      observed = tentative
      smuggled = Smuggled(tentative)
    }
    withStack { smuggled.object = nil }
    #expect(observed == nil)
    clock.advance(by: .seconds(1))
    parent.value = 2
    #expect(parent.subscriberCount == 0)
    #expect(clock.alarmCount == 0)
    #expect(Graph.violations(around: [parent]) == [])
  }

  @MainActor @Test(.hops) func `releases on foreign threads while the owner works are safe`() {
    let parent = StoredProperty(1)
    let clock = ManualClock()
    for round in 1...200 {
      let smuggled: Smuggled
      do {
        let tentative = TentativeProperty(parent, clock: clock)
        tentative.set(round, until: .untilConfirmedWithin(.seconds(3)))
        tentative.apply(until: .for(.seconds(2))) { $0 + 1 }
        #expect(tentative.value == round + 1)
        smuggled = Smuggled(tentative)
      }
      Thread.detachNewThread { smuggled.object = nil }
      for step in 0..<5 {
        parent.value = round * 10 + step
        clock.advance(by: .seconds(1))
      }
    }
    parent.value = 0
    #expect(Graph.violations(around: [parent]) == [])
  }
}
