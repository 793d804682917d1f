import Testing

@testable import Upkeep

/// Effects that begin, and effects that end, inside a transaction.
@Suite(.leavesNothing) struct TransactionsEffects {
  private final class Label { var text = 0 }

  let updater = scopedUpdater()
  let stored = StoredProperty(0)

  @Test func `an effect made inside begins with the commit`() {
    var log: [String] = []
    checkingInvariants(of: [stored]) {
      transaction {
        stored.value = 1
        updater.keepUpToDate { log.append("tracked \(stored.value)") }
        updater.keepUpToDate(dependencies: [stored]) { log.append("listed") }
        stored.value = 2
        log.append("end")
      }
    }
    stored.value = 3
    #expect(log == ["end", "tracked 2", "listed", "tracked 3", "listed"])
    #expect(stored.subscriberCount == 2)
  }

  @Test func `all kinds of observers made inside begin with the commit, in order of creation`() {
    var log: [String] = []
    let label = Label()
    var observation: ChangeObservation?
    updater.keepUpToDate { log.append("old \(stored.value)") }
    log = []
    checkingInvariants(of: [stored]) {
      transaction {
        updater.onTransition(stored) { log.append("\($0 ?? -1) to \($1)") }
        updater.onTransition(stored, initially: false) { log.append("\($0 ?? -1) then \($1)") }
        updater.bind(object: label, keyPath: \.text, toProperty: stored)
        observation = stored.onChange { log.append("changed \($0)") }
        stored.value = 1
        #expect(log == [])
        #expect(label.text == 0)
      }
    }
    #expect(log == ["old 1", "-1 to 1"])
    #expect(label.text == 1)
    stored.value = 2
    #expect(log.dropFirst(2) == ["old 2", "1 to 2", "1 then 2", "changed 2"])
    #expect(label.text == 2)
    observation?.cancel()
    #expect(stored.subscriberCount == 4)
  }

  @Test func `an effect made inside a transaction that is undone never runs`() {
    var log: [String] = []
    let label = Label()
    var tokens: [EffectToken] = []
    checkingInvariants(of: [stored]) {
      try? transaction {
        tokens.append(updater.keepUpToDate { log.append("\(stored.value)") })
        tokens.append(updater.onTransition(stored) { _, new in log.append("\(new)") })
        tokens.append(updater.bind(object: label, keyPath: \.text, toProperty: stored))
        stored.value = 1
        throw Refusal()
      }
    }
    stored.value = 2
    #expect(log == [])
    #expect(label.text == 0)
    #expect(tokens.map(\.isCancelled) == [true, true, true])
    #expect(stored.subscriberCount == 0)
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @Test func `an effect made inside an inner transaction shares the fate of both`() {
    var log: [String] = []
    checkingInvariants(of: [stored]) {
      transaction {
        transaction { _ = updater.keepUpToDate { log.append("kept \(stored.value)") } }
        try? transaction {
          updater.keepUpToDate { log.append("undone") }
          throw Refusal()
        }
        log.append("end")
        stored.value = 1
      }
      try? transaction {
        transaction { _ = updater.keepUpToDate { log.append("undone") } }
        throw Refusal()
      }
    }
    #expect(log == ["end", "kept 1"])
    #expect(stored.subscriberCount == 1)
  }

  @Test func `inside a batch an effect begins with the transaction, not with the batch`() {
    var log: [String] = []
    checkingInvariants(of: [stored]) {
      batch {
        transaction {
          updater.keepUpToDate { log.append("run \(stored.value)") }
          stored.value = 1
        }
        log.append("end")
        stored.value = 2
      }
    }
    #expect(log == ["run 1", "end", "run 2"])
  }

  @Test func `inside a derivation an effect begins as soon as nothing computes`() {
    var log: [String] = []
    let derived = DerivedProperty { () -> Int in
      transaction { _ = updater.keepUpToDate { log.append("run \(stored.value)") } }
      log.append("derived")
      return 1
    }
    checkingInvariants(of: [stored, derived]) { _ = derived.value }
    #expect(log == ["derived", "run 0"])
    #expect(derived.subscriberCount == 0)
  }

  @Test func `inside an effect's run an effect begins with the transaction`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("outer \(stored.value)")
      transaction {
        updater.keepUpToDate(dependencies: []) { log.append("inner") }
        log.append("end")
      }
      log.append("after")
    }
    #expect(log == ["outer 0", "end", "inner", "after"])
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `a cancellation inside takes hold with the commit, before effects run`() {
    var log: [String] = []
    let token = updater.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [stored]) {
      transaction {
        stored.value = 1
        token.cancel()
        token.cancel()
        log.append("end")
      }
      stored.value = 2
    }
    #expect(log == ["run 0", "end", "clean"])
    #expect(token.isCancelled)
    #expect(stored.subscriberCount == 0)
  }

  @Test func `a cancellation inside is undone`() {
    var log: [String] = []
    let token = updater.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
    }
    let observation = stored.onChange { log.append("changed \($0)") }
    checkingInvariants(of: [stored]) {
      try? transaction {
        stored.value = 1
        transaction { token.cancel() }
        observation.cancel()
        throw Refusal()
      }
      #expect(log == ["run 0"])
      #expect(!token.isCancelled)
      stored.value = 2
    }
    #expect(log == ["run 0", "clean", "run 2", "changed 2"])
  }

  @Test func `a cancellation inside an inner transaction shares the fate of both`() {
    var log: [String] = []
    let kept = updater.keepUpToDate { log.append("kept \(stored.value)") }
    let ended = updater.keepUpToDate { log.append("ended \(stored.value)") }
    log = []
    checkingInvariants(of: [stored]) {
      transaction {
        try? transaction {
          kept.cancel()
          throw Refusal()
        }
        transaction { ended.cancel() }
        stored.value = 1
      }
    }
    #expect(log == ["kept 1"])
    #expect([kept.isCancelled, ended.isCancelled] == [false, true])
  }

  @Test func `an effect made and cancelled inside never runs, and is cleaned up`() {
    var log: [String] = []
    checkingInvariants(of: [stored]) {
      transaction {
        let token = updater.keepUpToDate { log.append("run \(stored.value)") }
        token.onCleanUp { log.append("clean") }
        token.cancel()
      }
      try? transaction {
        let token = updater.keepUpToDate { log.append("run \(stored.value)") }
        token.onCleanUp { log.append("clean") }
        token.cancel()
        throw Refusal()
      }
    }
    #expect(log == ["clean", "clean"])
    #expect(stored.subscriberCount == 0)
  }

  @Test func `an effect may cancel itself in a transaction of its own`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
      if stored.value == 1 {
        try? transaction {
          effect.cancel()
          throw Refusal()
        }
      }
      if stored.value == 2 { transaction { effect.cancel() } }
      log.append("end")
    }
    checkingInvariants(of: [stored]) {
      for value in 1...3 { stored.value = value }
    }
    #expect(
      log == ["run 0", "end", "clean", "run 1", "end", "clean", "run 2", "end", "clean"])
    #expect(stored.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `an updater dropped inside has ended, either way`(commits: Bool) {
    var log: [String] = []
    var dropped: Updater? = Updater()
    dropped?.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [stored]) {
      try? transaction {
        stored.value = 1
        dropped?.keepUpToDate { log.append("never") }
        dropped = nil
        log.append("end")
        if !commits { throw Refusal() }
      }
      stored.value = 2
    }
    #expect(log == ["run 0", "clean", "end"])
    #expect(stored.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `an updater dropped inside after its effect was cancelled ends once`(commits: Bool) {
    var log: [String] = []
    var dropped: Updater? = Updater()
    let token = dropped?.keepUpToDate { effect in
      _ = stored.value
      effect.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [stored]) {
      try? transaction {
        token?.cancel()
        dropped = nil
        if !commits { throw Refusal() }
      }
    }
    #expect(log == ["clean"])
    #expect(stored.subscriberCount == 0)
  }

  @Test func `what a clean-up writes at the commit belongs to the same turn`() {
    let other = StoredProperty(0)
    var log: [String] = []
    let token = updater.keepUpToDate { effect in
      effect.onCleanUp { other.value = 5 }
    }
    updater.keepUpToDate { log.append("\(stored.value) \(other.value)") }
    checkingInvariants(of: [stored, other]) {
      transaction {
        stored.value = 1
        token.cancel()
      }
    }
    #expect(log == ["0 0", "1 5"])
  }

  @Test func `what a clean-up writes as its updater is dropped inside is undone`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(stored.value) }
    var dropped: Updater? = Updater()
    dropped?.keepUpToDate { effect in
      effect.onCleanUp { stored.value = 5 }
    }
    checkingInvariants(of: [stored]) {
      try? transaction {
        dropped = nil
        #expect(stored.value == 5)
        throw Refusal()
      }
    }
    #expect(stored.value == 0)
    #expect(log == [0])
  }

  @Test func `effects that the commit wakes may open transactions`() {
    let other = StoredProperty(0)
    var log: [String] = []
    updater.keepUpToDate {
      let new = stored.value
      transaction { other.value = new * 2 }
    }
    updater.keepUpToDate { log.append("\(stored.value) \(other.value)") }
    checkingInvariants(of: [stored, other]) {
      transaction { stored.value = 1 }
      try? transaction {
        stored.value = 2
        throw Refusal()
      }
    }
    #expect(log == ["0 0", "1 2"])
  }
}
