import Testing

@testable import Upkeep

/// Effects made inside effects.
@Suite(.leavesNothing) struct EffectsNested {
  let updater = scopedUpdater()
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)

  @Test func `an effect made inside an effect is not owned by it`() {
    var log: [String] = []
    updater.keepUpToDate {
      let number = outer.value
      updater.keepUpToDate { log.append("inner \(number) \(inner.value)") }
    }
    checkingInvariants(of: [outer, inner]) {
      outer.value = 1
      log = []
      inner.value = 1
    }
    #expect(log == ["inner 0 1", "inner 1 1"])
    #expect(inner.subscriberCount == 2)
  }

  @Test func `cancelling the outer effect leaves the inner one running`() {
    var log: [Int] = []
    let token = updater.keepUpToDate {
      _ = outer.value
      updater.keepUpToDate { log.append(inner.value) }
    }
    checkingInvariants(of: [outer, inner]) {
      token.cancel()
      inner.value = 1
      outer.value = 1
    }
    #expect(log == [0, 1])
  }

  @Test func `after the inner effect ran alone the outer still follows its own source`() {
    var log: [String] = []
    var made: EffectToken?
    updater.keepUpToDate {
      log.append("outer \(outer.value)")
      made?.cancel()
      made = updater.keepUpToDate { log.append("inner \(inner.value)") }
    }
    log = []
    checkingInvariants(of: [outer, inner]) {
      inner.value = 1
      outer.value = 1
      inner.value = 2
    }
    #expect(log == ["inner 1", "outer 1", "inner 1", "inner 2"])
  }

  // outer ─> outer effect ─ makes ─> inner effect <─ inner
  @Test func `what the inner effect reads is not a dependency of the outer`() {
    var outerRuns = 0
    updater.keepUpToDate {
      outerRuns += 1
      updater.keepUpToDate { _ = inner.value }
      _ = outer.value
    }
    checkingInvariants(of: [outer, inner]) {
      inner.value = 1
      inner.value = 2
    }
    #expect(outerRuns == 1)
    #expect(inner.subscriberCount == 1)
    #expect(outer.subscriberCount == 1)
  }

  @Test func `an inner effect on an unchanged derived value does not run`() {
    let isPositive = inner.map { $0 > 0 }
    var log: [Bool] = []
    updater.keepUpToDate {
      _ = outer.value
      updater.keepUpToDate { log.append(isPositive.value) }
    }
    checkingInvariants(of: [outer, inner]) {
      inner.value = -1
      inner.value = -2
      inner.value = 3
      inner.value = 4
    }
    #expect(log == [false, true])
  }
}
