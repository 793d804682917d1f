import Testing

@testable import Upkeep

/// Effects that begin or end inside a transaction.
@Suite(.leavesNothing) struct TransactionsEffects {
  private final class Label { var text = 0 }

  let updater = scopedUpdater()
  let stored = StoredProperty(0)
  let copy = StoredProperty(0)
  private let label = Label()
  let log = RunLog<String>()

  /// Makes an effect of each kind, which follows the stored property.
  private func makeEffects() -> [EffectToken] {
    [
      updater.keepUpToDate { log.append("tracked \(stored.value)") },
      updater.keepUpToDate(dependencies: [stored]) { log.append("listed") },
      updater.onTransition(stored) { log.append("\($0 ?? -1) to \($1)") },
      updater.onTransition(stored, initially: false) { log.append("\($0 ?? -1) then \($1)") },
      updater.bind(object: label, keyPath: \.text, toProperty: stored),
      updater.bind(stored, copy),
      updater.when({ stored.value > 0 }) { log.append("when \(stored.value)") },
    ]
  }

  @Test func `all kinds of observers made inside begin with the commit, in order of creation`() {
    var observation: ChangeObservation?
    updater.keepUpToDate { log.append("old \(stored.value)") }
    let commit = ["end 0 0", "old 1", "tracked 1", "listed", "-1 to 1", "when 1", "1 1"]
    let change = ["old 2", "tracked 2", "listed", "1 to 2", "1 then 2", "changed 2"]
    log.expectNew(commit + change, around: [stored]) {
      transaction {
        _ = makeEffects()
        observation = stored.onChange { log.append("changed \($0)") }
        stored.value = 1
        log.append("end \(label.text) \(copy.value)")
      }
      log.append("\(label.text) \(copy.value)")
      stored.value = 2
    }
    #expect((label.text, copy.value) == (2, 2))
    observation?.cancel()
    #expect(stored.subscriberCount == 7)
  }

  @Test func `an effect made inside a transaction that is undone never runs`() {
    var tokens: [EffectToken] = []
    log.expect([], around: [stored]) {
      undoneTransaction {
        tokens = makeEffects()
        stored.value = 1
      }
      stored.value = 2
    }
    #expect((label.text, copy.value) == (0, 0))
    #expect(tokens.map(\.isCancelled) == Array(repeating: true, count: 7))
    #expect([stored.subscriberCount, copy.subscriberCount] == [0, 0])
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @Test func `an effect made inside an inner transaction shares the fate of both`() {
    log.expect(["end", "kept 1"], around: [stored]) {
      transaction {
        transaction { _ = updater.keepUpToDate { log.append("kept \(stored.value)") } }
        undoneTransaction { updater.keepUpToDate { log.append("undone") } }
        log.append("end")
        stored.value = 1
      }
      undoneTransaction { transaction { _ = updater.keepUpToDate { log.append("undone") } } }
    }
    #expect(stored.subscriberCount == 1)
  }

  @Test func `an effect made in a transaction in a batch begins with the transaction`() {
    log.expect(["run 1", "end", "run 2"], around: [stored]) {
      batch {
        transaction {
          updater.keepUpToDate { log.append("run \(stored.value)") }
          stored.value = 1
        }
        log.append("end")
        stored.value = 2
      }
    }
  }

  @Test func `an effect made in a transaction of an effect begins with the transaction`() {
    log.expect(["outer 0", "end", "inner", "after"], around: [stored]) {
      updater.keepUpToDate {
        log.append("outer \(stored.value)")
        transaction {
          updater.keepUpToDate(dependencies: []) { log.append("inner") }
          log.append("end")
        }
        log.append("after")
      }
    }
  }

  @Test func `a cancellation inside takes hold with the outermost commit, before effects run`() {
    func make(_ name: String) -> EffectToken {
      updater.keepUpToDate { effect in
        log.append("\(name) \(stored.value)")
        effect.onCleanUp { log.append("clean \(name)") }
      }
    }
    let tokens = ["first", "second", "third"].map(make)
    let observation = stored.onChange { log.append("changed \($0)") }
    let cleaned = ["end", "clean third", "clean first", "first 1", "clean second"]
    log.expectNew(cleaned + ["second 1", "changed 1"], around: [stored]) {
      undoneTransaction {
        stored.value = 5
        transaction { tokens[0].cancel() }
        observation.cancel()
      }
      #expect(log.entries == [])
      transaction {
        undoneTransaction { tokens[1].cancel() }
        transaction { tokens[2].cancel() }
        tokens[2].cancel()
        stored.value = 1
        log.append("end")
      }
    }
    #expect(tokens.map(\.isCancelled) == [false, false, true])
    #expect(stored.subscriberCount == 3)
    observation.cancel()
  }

  @Test(arguments: [false, true])
  func `an effect made and cancelled inside never runs, and is cleaned up`(commits: Bool) {
    log.expect(["clean"], around: [stored]) {
      try? transaction {
        let token = updater.keepUpToDate { log.append("run \(stored.value)") }
        token.onCleanUp { log.append("clean") }
        token.cancel()
        if !commits { throw Refusal() }
      }
    }
    #expect(stored.subscriberCount == 0)
  }

  @Test func `an effect may cancel itself in a transaction of its own`() {
    updater.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
      if stored.value == 1 { undoneTransaction { effect.cancel() } }
      if stored.value == 2 { transaction { effect.cancel() } }
      log.append("end")
    }
    log.expect((0...2).flatMap { ["run \($0)", "end", "clean"] }, around: [stored]) {
      for value in 1...3 { stored.value = value }
    }
    #expect(stored.subscriberCount == 0)
  }

  @Test(arguments: [false, true], [false, true])
  func `an updater dropped inside ends once, whether its effect was cancelled or not`(
    commits: Bool, cancels: Bool
  ) {
    var dropped: Updater? = Updater()
    let token = dropped?.keepUpToDate { effect in
      log.append("run \(stored.value)")
      effect.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [stored]) {
      try? transaction {
        stored.value = 1
        dropped?.keepUpToDate { log.append("never") }
        if cancels { token?.cancel() }
        dropped = nil
        log.append("end")
        if !commits { throw Refusal() }
      }
      stored.value = 2
    }
    #expect(log.entries.sorted() == ["clean", "end", "run 0"])
    if !cancels { #expect(log.entries == ["run 0", "clean", "end"]) }
    #expect(stored.subscriberCount == 0)
  }

  @Test func `a clean-up's write at the commit belongs to the same turn`() {
    let other = StoredProperty(0)
    let token = updater.keepUpToDate { effect in
      effect.onCleanUp { other.value = 5 }
    }
    let log = updater.readings(of: [stored.value, other.value]) {
      transaction {
        stored.value = 1
        token.cancel()
      }
    }
    #expect(log == [[0, 0], [1, 5]])
  }

  @Test func `a clean-up's write is undone if its updater is dropped inside the transaction`() {
    var dropped: Updater? = Updater()
    dropped?.keepUpToDate { effect in
      effect.onCleanUp { stored.value = 5 }
    }
    let log = updater.readings(of: stored.value) {
      undoneTransaction {
        dropped = nil
        #expect(stored.value == 5)
      }
    }
    #expect(stored.value == 0)
    #expect(log == [0])
  }
}
