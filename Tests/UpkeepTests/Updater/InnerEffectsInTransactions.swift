import Testing

@testable import Upkeep

/// Effects that belong to the run of another effect, made or ended inside transactions.
@Suite(.leavesNothing) struct InnerEffectsInTransactions {
  let updater = scopedUpdater()
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)

  @Test func `law 12: an inner effect made in a transaction runs with the commit, or goes`() {
    let log = RunLog<String>()
    var undone: EffectToken?
    let token = updater.keepUpToDate { _ = outer.value }
    log.expect(["kept 1", "kept 2"], around: [outer, inner]) {
      try? transaction {
        undone = token.keepUpToDate { log.append("undone \(inner.value)") }
        throw Refusal()
      }
      transaction {
        token.keepUpToDate { log.append("kept \(inner.value)") }
        inner.value = 1
        #expect(log.entries == [])
      }
      inner.value = 2
    }
    #expect(undone?.isCancelled == true)
  }

  @Test func `an effect that ended itself keeps no inner effect of a rolled back transaction`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      effect.cancel()
      try? transaction {
        effect.keepUpToDate { log.append("undone \(inner.value)") }
        throw Refusal()
      }
    }
    #expect(log.isEmpty)
  }

  @Test func `law 12: if the body has made the updater, the inner effect follows it`() {
    let log = RunLog<String>()
    var made: Updater?
    log.expect(["outer 0", "inner 0", "inner 1", "outer 1"], around: [outer, inner]) {
      try? transaction {
        let updater = Updater()
        made = updater
        let token = updater.keepUpToDate { log.append("outer \(outer.value)") }
        token.keepUpToDate { log.append("inner \(inner.value)") }
        throw Refusal()
      }
      #expect(log.entries == ["outer 0", "inner 0"])
      inner.value = 1
      outer.value = 1
      inner.value = 2
    }
    withExtendedLifetime(made) {}
  }

  @Test func `law 12: a cancellation that is undone has ended no inner effect`() {
    let log = RunLog<String>()
    let token = updater.keepUpToDate { effect in
      effect.keepUpToDate { effect in
        log.append("inner \(inner.value)")
        effect.onCleanUp { log.append("end inner") }
      }
    }
    log.expectNew(["end inner"], around: [inner]) {
      try? transaction {
        token.cancel()
        throw Refusal()
      }
      inner.value = 1
      #expect(log.entries == ["end inner", "inner 1"])
      log.clear()
      transaction {
        token.cancel()
        #expect(log.entries.isEmpty)
      }
    }
    #expect(inner.subscriberCount == 0)
  }

  @Test func `a clean-up added in the transaction that makes an effect belongs to the first run`() {
    let log = RunLog<String>()
    transaction {
      let token = updater.keepUpToDate { log.append("run \(outer.value)") }
      token.onCleanUp { log.append("clean") }
    }
    log.expect(["run 0", "clean", "run 1"], around: [outer]) { outer.value = 1 }
  }

  @Test func `law 12: the outer effect runs with the commit, and ends the inner ones then`() {
    let log = RunLog<String>()
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      effect.keepUpToDate { effect in
        log.append("inner \(inner.value)")
        effect.onCleanUp { log.append("end inner") }
      }
    }
    log.expectNew(["end inner", "outer 1", "inner 1"], around: [outer, inner]) {
      try? transaction {
        outer.value = 1
        throw Refusal()
      }
      #expect(log.entries.isEmpty)
      transaction {
        inner.value = 1
        outer.value = 1
      }
    }
  }
}
