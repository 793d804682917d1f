import Testing

@testable import Upkeep

/// Law 12 for layers: the work of a transaction that throws is undone.
@Suite(.leavesNothing) struct TentativeTransactionTests {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let clock = ManualClock()
  let parent = StoredProperty(1)

  /// Runs a transaction that is undone.
  private func undone(_ body: () -> Void) {
    #expect(throws: Undo.self) {
      try transaction {
        body()
        throw Undo()
      }
    }
  }

  @Test func `layers set, ended and reverted inside are as before`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let kept = tentative.apply { $0 + 1 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    var inside: TentativeLayer?
    checkingInvariants(of: [parent, tentative]) {
      undone {
        parent.value = 5
        inside = tentative.set(50)
        #expect(tentative.value == 50)
        kept.confirm()
        tentative.value = 60
        tentative.revertTentative()
        #expect(tentative.value == 5)
      }
    }
    #expect(tentative.value == 2)
    #expect((kept.isActive, inside?.isActive) == (true, false))
    #expect(log == [2])
    kept.confirm()
    #expect(log == [2, 1])
  }

  @Test func `a layer that was made inside leaves no timer and no watcher`() {
    let tentative = TentativeProperty(parent, clock: clock)
    undone {
      tentative.set(5, until: .untilConfirmedWithin(.seconds(1)))
      #expect(clock.alarmCount == 1)
    }
    #expect(clock.alarmCount == 0)
    #expect(parent.subscriberCount == 0)
    #expect(tentative.endings.isEmpty)
  }

  @Test func `a layer that was removed inside and comes back still expires`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    clock.advance(by: .seconds(4))
    undone { layer.fail() }
    clock.advance(by: .milliseconds(5_999))
    #expect((layer.isActive, tentative.value) == (true, 5))
    clock.advance(by: .milliseconds(1))
    #expect((layer.isActive, tentative.value) == (false, 1))
  }

  @Test func `a written value that was replaced inside keeps its own deadline`() {
    let tentative = TentativeProperty(parent, tentativeValueValidFor: .seconds(10), clock: clock)
    tentative.value = 5
    clock.advance(by: .seconds(4))
    undone { tentative.value = 6 }
    #expect(tentative.value == 5)
    #expect(clock.alarmCount == 1)
    clock.advance(by: .seconds(6))
    #expect(tentative.value == 1)
  }

  @Test func `one whose deadline passes inside ends at once, and its readers hear once`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    let later = tentative.apply(until: .for(.seconds(20))) { $0 + 100 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    checkingInvariants(of: [parent, tentative]) {
      undone {
        later.fail()
        clock.advance(by: .seconds(15))
        #expect(!layer.isActive)
        parent.value = 9
      }
    }
    #expect((layer.isActive, later.isActive) == (false, true))
    #expect(log == [105, 101])
    clock.advance(by: .seconds(5))
    #expect(log == [105, 101, 1])
  }

  @Test func `a watcher that ended inside watches again`() {
    let tentative = TentativeProperty(parent)
    let layer = tentative.set(5, until: .untilConfirmed)
    undone { layer.fail() }
    #expect(layer.isActive)
    parent.value = 5
    #expect(!layer.isActive)
    parent.value = 6
    #expect(tentative.value == 6)
  }

  @Test func `a parent's value that is undone confirms nothing`() {
    let tentative = TentativeProperty(parent)
    let layer = tentative.set(5, until: .untilConfirmed)
    undone { parent.value = 5 }
    #expect((layer.isActive, tentative.value) == (true, 5))
    transaction { parent.value = 5 }
    #expect(!layer.isActive)
  }

  @Test func `an inner transaction is undone alone, and an outer one undoes all`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    undone {
      tentative.set(6)
      undone {
        layer.fail()
        tentative.set(7)
        clock.advance(by: .seconds(12))
      }
      #expect(tentative.value == 6)
      #expect(!layer.isActive)
    }
    #expect(tentative.value == 1)
    #expect(!tentative.isTentative)
  }

  @Test func `a transaction that commits keeps layers, timers and watchers`() {
    let tentative = TentativeProperty(parent, clock: clock)
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    transaction {
      tentative.set(5, until: .for(.seconds(1)))
      transaction { _ = tentative.set(6, until: .untilConfirmed) }
    }
    #expect(log == [1, 6])
    parent.value = 6
    #expect(log == [1, 6, 5])
    clock.advance(by: .seconds(1))
    #expect(log == [1, 6, 5, 6])
  }
}
