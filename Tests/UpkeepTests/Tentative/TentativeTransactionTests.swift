import Testing

@testable import Upkeep

/// Law 12 for layers: a transaction that throws undoes its work.
@Suite(.leavesNothing) struct TentativeTransactionTests {
  let clock = ManualClock()
  let parent = StoredProperty(1)

  @Test func `a rollback restores layers that were set, ended or reverted inside`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let kept = tentative.apply { $0 + 1 }
    let shown = Seen { tentative.value }
    var inside: TentativeLayer?
    checkingInvariants(of: [parent, tentative]) {
      undoneTransaction {
        parent.value = 5
        inside = tentative.set(50, until: .untilConfirmedWithin(.seconds(1)))
        #expect((tentative.value, clock.alarmCount) == (50, 1))
        kept.confirm()
        tentative.value = 60
        tentative.revertTentative()
        #expect(tentative.value == 5)
        tentative.set(70, until: .untilConfirmedWithin(.seconds(1)))
      }
    }
    #expect((tentative.value, clock.alarmCount, tentative.endings.count) == (2, 0, 0))
    #expect((kept.isActive, inside?.isActive, parent.subscriberCount) == (true, false, 1))
    kept.confirm()
    #expect(shown.values == [2, 1])
  }

  enum Ended: CaseIterable { case failed, replaced }

  @Test(arguments: Ended.allCases)
  func `a rollback restores a value that ended inside, with its deadline`(how: Ended) {
    let tentative = TentativeProperty(parent, tentativeValueValidFor: .seconds(10), clock: clock)
    let layer = how == .failed ? tentative.set(5, until: .for(.seconds(10))) : nil
    if how == .replaced { tentative.value = 5 }
    clock.advance(by: .seconds(4))
    undoneTransaction { if let layer { layer.fail() } else { tentative.value = 6 } }
    #expect(clock.alarmCount == 1)
    for (wait, value) in [(5_999, 5), (1, 1)] {
      clock.advance(by: .milliseconds(wait))
      #expect((tentative.isTentative, tentative.value) == (value == 5, value))
    }
  }

  @Test func `a layer whose deadline passes inside ends at once, and its readers hear once`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    let later = tentative.apply(until: .for(.seconds(20))) { $0 + 100 }
    let shown = Seen { tentative.value }
    checkingInvariants(of: [parent, tentative]) {
      undoneTransaction {
        later.fail()
        clock.advance(by: .seconds(15))
        #expect(!layer.isActive)
        parent.value = 9
      }
    }
    #expect((layer.isActive, later.isActive) == (false, true))
    clock.advance(by: .seconds(5))
    #expect(shown.values == [105, 101, 1])
  }

  @Test func `a layer that waits for its parent waits on when its end or its parent's is undone`() {
    let tentative = TentativeProperty(parent)
    let layer = tentative.set(5, until: .untilConfirmed)
    for end in [{ layer.fail() }, { parent.value = 5 }] {
      undoneTransaction(end)
      #expect((layer.isActive, tentative.value) == (true, 5))
    }
    transaction { parent.value = 5 }
    #expect(!layer.isActive)
    parent.value = 6
    #expect(tentative.value == 6)
  }

  @Test func `an inner transaction is undone alone, and an outer one undoes all`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    undoneTransaction {
      tentative.set(6)
      undoneTransaction {
        layer.fail()
        tentative.set(7)
        clock.advance(by: .seconds(12))
      }
      #expect((tentative.value, layer.isActive) == (6, false))
    }
    #expect((tentative.value, tentative.isTentative) == (1, false))
  }

  @Test func `a transaction that commits keeps layers, timers and watchers`() {
    let tentative = TentativeProperty(parent, clock: clock)
    let shown = Seen { tentative.value }
    transaction {
      tentative.set(5, until: .for(.seconds(1)))
      transaction { _ = tentative.set(6, until: .untilConfirmed) }
    }
    #expect(shown.values == [1, 6])
    parent.value = 6
    #expect(shown.values == [1, 6, 5])
    clock.advance(by: .seconds(1))
    #expect(shown.values == [1, 6, 5, 6])
  }
}
