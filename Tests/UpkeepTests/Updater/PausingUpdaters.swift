import Testing

@testable import Upkeep

/// Pausing among several updaters, and the ends of paused effects.
@Suite(.leavesNothing) struct PausingUpdaters {
  let updater = scopedUpdater()
  let second = scopedUpdater()
  let source = StoredProperty(0)
  let log = RunLog<Int>()

  @Test(arguments: [false, true])
  func `a paused effect that is cancelled does not catch up, and cleans up once`(isInBatch: Bool) {
    let log = RunLog<String>()
    let token = updater.keepUpToDate { effect in
      log.append("first \(source.value)")
      effect.onCleanUp { log.append("clean") }
    }
    updater.keepUpToDate { log.append("second \(source.value)") }
    log.expectNew(["clean", "second 1"], around: [source]) {
      updater.pause()
      source.value = 1
      if isInBatch {
        batch {
          updater.unpause()
          token.cancel()
        }
      } else {
        token.cancel()
        updater.unpause()
      }
      updater.whilePaused { for value in [2, 1] { source.value = value } }
    }
    #expect(source.subscriberCount == 1)
  }

  @Test func `a value is free at once when the effect ends that has seen it before a pause`() {
    updater.pause()
    let shared = StoredProperty(1)
    let list = StoredProperty([shared])
    let staying = updater.keepUpToDate { _ = shared.value }
    withNodeCount { count in
      for number in 0..<100 {
        let derived = DerivedProperty { shared.value + number }
        let all = MultilevelCollectionProperty(list) { [$0] }
        updater.keepUpToDate { _ = (derived.value, all.value) }.cancel()
      }
      #expect(count().nodes <= 0)
    }
    #expect(!updater.effects.seenValues.isEmpty)
    staying.cancel()
    #expect(updater.effects.seenValues.isEmpty)
    updater.unpause()
  }

  @Test func `an updater dropped while paused cleans up and frees what it kept`() {
    let thing = StoredProperty<Witness?>(Witness {})
    weak let kept = thing.peek()
    var cleaned = 0
    var owner: Updater? = Updater()
    owner?.keepUpToDate { effect in
      _ = thing.value
      effect.onCleanUp { cleaned += 1 }
    }
    checkingInvariants(of: [thing]) {
      owner?.pause()
      thing.value = nil
      #expect(kept != nil)
      owner = nil
    }
    #expect(kept == nil && cleaned == 1 && thing.subscriberCount == 0)
  }

  @Test func `a value kept for comparison is released after the comparison`() {
    let thing = StoredProperty<Witness?>(Witness {})
    weak var kept = thing.peek()
    updater.keepUpToDate { _ = thing.value }
    updater.whilePaused { thing.value = nil }
    #expect(kept == nil)
    thing.value = Witness {}
    kept = thing.peek()
    updater.whilePaused {}
    thing.value = nil
    #expect(kept == nil)
  }

  @Test func `an effect pauses and unpauses another updater, which catches up in the next round`() {
    let log = RunLog<String>()
    second.keepUpToDate { log.append("older \(source.value)") }
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 { second.pause() }
      if source.value == 3 { second.unpause() }
    }
    second.keepUpToDate { log.append("younger \(source.value)") }
    log.expectNew(
      ["older 1", "first 1", "first 2", "first 3", "older 3", "younger 3"], around: [source]
    ) { for value in 1...3 { source.value = value } }
  }

  @Test func `an effect pauses and unpauses another updater whose effects were about to run`() {
    let other = StoredProperty(0)
    let tick = StoredProperty(0)
    updater.keepUpToDate {
      if source.value == 1 {
        second.whilePaused {}
        // This effect and the last one run in the next round, before and after the unpaused effect.
        source.value = 2
        tick.value = 1
      } else if source.value == 2 {
        other.value = 1
      }
    }
    second.keepUpToDate { log.append(other.value * 10 + source.value) }
    updater.keepUpToDate { if tick.value == 1 { other.value = 2 } }
    log.expect([0, 2, 22], around: [source, other, tick]) { source.value = 1 }
  }

  @Test func `an updater paused again by the release of kept values goes on later`() {
    let witness = StoredProperty(Witness { [updater] in updater.pause() })
    updater.keepUpToDate {
      _ = witness.value
      log.append(source.value)
    }
    log.expect([0, 2], around: [source, witness]) {
      updater.pause()
      witness.value = Witness {}
      source.value = 1
      updater.unpause()
      #expect((updater.isPaused, log.entries) == (true, [0]))
      source.value = 2
      updater.unpause()
    }
  }

  @Test func `an effect made while paused has its first run and no other`() {
    log.expect([0, 12, 3, 13], around: [source]) {
      updater.pause()
      updater.keepUpToDate { log.append(source.value) }
      for value in [1, 0] { source.value = value }
      updater.unpause()
      #expect(log.entries == [0])
      updater.pause()
      batch {
        source.value = 2
        updater.keepUpToDate(dependencies: [source]) { log.append(10 + source.peek()) }
      }
      source.value = 3
      #expect(log.entries == [0, 12])
      updater.unpause()
    }
  }

  @Test func `an effect made in a transaction and paused in its commit waits with its first run`() {
    let log = RunLog<String>()
    updater.keepUpToDate { if source.value == 1 { second.pause() } }
    log.expect(["run 2", "run 3"], around: [source]) {
      transaction {
        source.value = 1
        second.keepUpToDate { log.append("run \(source.value)") }
      }
      source.value = 2
      #expect((second.isPaused, log.entries) == (true, []))
      second.unpause()
      source.value = 3
    }
  }

  @Test func `a transaction that throws takes a pause back, and one that succeeds keeps it`() {
    updater.keepUpToDate { log.append(source.value) }
    log.expect([0, 3, 5], around: [source]) {
      undoneTransaction {
        source.value = 1
        updater.pause()
        source.value = 2
      }
      #expect(!updater.isPaused)
      source.value = 3
      transaction {
        source.value = 4
        updater.pause()
      }
      #expect(log.entries == [0, 3])
      transaction {
        source.value = 5
        updater.unpause()
      }
    }
  }

  @Test func `a transaction that throws takes an unpause back`() {
    updater.keepUpToDate { log.append(source.value) }
    log.expect([0, 4], around: [source]) {
      updater.pause()
      source.value = 1
      undoneTransaction {
        updater.unpause()
        source.value = 2
        undoneTransaction { updater.whilePaused {} }
        #expect(!updater.isPaused)
      }
      #expect(updater.isPaused)
      source.value = 0
      updater.unpause()
      #expect(log.entries == [0])
      updater.whilePaused { source.value = 4 }
    }
  }
}
