import Testing

@testable import Upkeep

/// Effects that belong to the run of another one, made or ended inside transactions.
@Suite(.leavesNothing) struct InnerEffectsInTransactions {
  private struct Undone: Error {}

  let updater = scopedUpdater()
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)

  @Test func `law 12: an inner effect made in a transaction runs with the commit`() {
    var log: [String] = []
    let token = updater.keepUpToDate { log.append("outer \(outer.value)") }
    checkingInvariants(of: [outer, inner]) {
      transaction {
        token.keepUpToDate { log.append("inner \(inner.value)") }
        inner.value = 1
        #expect(log == ["outer 0"])
      }
      inner.value = 2
    }
    #expect(log == ["outer 0", "inner 1", "inner 2"])
  }

  @Test func `law 12: when the transaction that made it is undone, it goes`() {
    var log: [String] = []
    var made: EffectToken?
    let token = updater.keepUpToDate { _ = outer.value }
    checkingInvariants(of: [outer, inner]) {
      try? transaction {
        made = token.keepUpToDate { log.append("inner \(inner.value)") }
        throw Undone()
      }
      inner.value = 1
    }
    #expect(made?.isCancelled == true)
    #expect(log.isEmpty)
  }

  @Test func `so it does when the effect itself has opened the transaction`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      try? transaction {
        effect.keepUpToDate { log.append("undone \(inner.value)") }
        throw Undone()
      }
      transaction { effect.keepUpToDate { log.append("kept \(inner.value)") } }
    }
    checkingInvariants(of: [outer, inner]) { inner.value = 1 }
    #expect(log == ["outer 0", "kept 0", "kept 1"])
  }

  @Test func `an effect that has ended itself keeps none that an undone transaction has made`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      effect.cancel()
      try? transaction {
        effect.keepUpToDate { log.append("undone \(inner.value)") }
        throw Undone()
      }
    }
    #expect(log.isEmpty)
  }

  @Test func `law 12: if the body has made the updater, the inner effect follows it`() {
    var log: [String] = []
    var made: Updater?
    checkingInvariants(of: [outer, inner]) {
      try? transaction {
        let updater = Updater()
        made = updater
        let token = updater.keepUpToDate { log.append("outer \(outer.value)") }
        token.keepUpToDate { log.append("inner \(inner.value)") }
        throw Undone()
      }
      #expect(log == ["outer 0", "inner 0"])
      inner.value = 1
      outer.value = 1
      inner.value = 2
    }
    #expect(log == ["outer 0", "inner 0", "inner 1", "outer 1"])
    withExtendedLifetime(made) {}
  }

  @Test func `law 12: a cancellation that is undone has ended no inner effect`() {
    var log: [String] = []
    let token = updater.keepUpToDate { effect in
      effect.keepUpToDate { effect in
        log.append("inner \(inner.value)")
        effect.onCleanUp { log.append("end inner") }
      }
    }
    log = []
    checkingInvariants(of: [inner]) {
      try? transaction {
        token.cancel()
        throw Undone()
      }
      inner.value = 1
      #expect(log == ["end inner", "inner 1"])
      log = []
      transaction {
        token.cancel()
        #expect(log.isEmpty)
      }
    }
    #expect(log == ["end inner"])
    #expect(inner.subscriberCount == 0)
  }

  @Test func `a clean-up added in the transaction that makes an effect belongs to the first run`() {
    var log: [String] = []
    transaction {
      let token = updater.keepUpToDate { log.append("run \(outer.value)") }
      token.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [outer]) { outer.value = 1 }
    #expect(log == ["run 0", "clean", "run 1"])
  }

  @Test func `law 12: the outer effect runs with the commit, and ends the inner ones then`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      log.append("outer \(outer.value)")
      effect.keepUpToDate { effect in
        log.append("inner \(inner.value)")
        effect.onCleanUp { log.append("end inner") }
      }
    }
    log = []
    checkingInvariants(of: [outer, inner]) {
      try? transaction {
        outer.value = 1
        throw Undone()
      }
      #expect(log.isEmpty)
      transaction {
        inner.value = 1
        outer.value = 1
      }
    }
    #expect(log == ["end inner", "outer 1", "inner 1"])
  }
}
