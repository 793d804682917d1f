import Testing

@testable import Upkeep

/// Pausing among several updaters, and the ends of paused effects.
@Suite(.leavesNothing) struct PausingUpdaters {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let second = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `an effect cancelled while paused does not catch up, and cleans up once`() {
    var log: [String] = []
    let token = updater.keepUpToDate { effect in
      log.append("run \(source.value)")
      effect.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      token.cancel()
      updater.unpause()
      source.value = 2
    }
    #expect(log == ["run 0", "clean"])
    #expect(source.subscriberCount == 0)
  }

  @Test func `an effect cancelled between unpausing and the end of the batch`() {
    var log: [String] = []
    let token = updater.keepUpToDate { log.append("first \(source.value)") }
    updater.keepUpToDate { log.append("second \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      batch {
        updater.unpause()
        token.cancel()
      }
      updater.pause()
      source.value = 2
      source.value = 1
      updater.unpause()
    }
    #expect(log == ["second 1"])
  }

  @Test func `what an effect has seen that ends while its updater is paused is free at once`() {
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
    final class Thing {}
    var cleaned = 0
    weak var kept: Thing?
    let thing = StoredProperty<Thing?>(Thing())
    kept = thing.peek()
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
    #expect(owner == nil && cleaned == 1)
    #expect(kept == nil)
    #expect(thing.subscriberCount == 0)
  }

  @Test func `what was kept for comparison goes when it was compared`() {
    final class Thing {}
    weak var kept: Thing?
    let thing = StoredProperty<Thing?>(Thing())
    kept = thing.peek()
    updater.keepUpToDate { _ = thing.value }
    updater.pause()
    thing.value = nil
    updater.unpause()
    #expect(kept == nil)
    thing.value = Thing()
    kept = thing.peek()
    updater.pause()
    updater.unpause()
    thing.value = nil
    #expect(kept == nil)
  }

  @Test func `pausing stops all effects of the updater and no others`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("a \(source.value)") }
    second.keepUpToDate { log.append("b \(source.value)") }
    updater.keepUpToDate { log.append("c \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      updater.pause()
      second.pause()
      source.value = 1
      second.unpause()
      #expect(log == ["b 1"])
      source.value = 2
      updater.unpause()
    }
    #expect(log == ["b 1", "b 2", "a 2", "c 2"])
  }

  @Test func `an effect pauses another updater whose effects were about to run`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 { second.pause() }
    }
    second.keepUpToDate { log.append("second \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
      #expect(log == ["first 1", "first 2"])
      second.unpause()
    }
    #expect(log == ["first 1", "first 2", "second 2"])
  }

  @Test func `an effect pauses and unpauses another updater whose effects were about to run`() {
    let other = StoredProperty(0)
    let tick = StoredProperty(0)
    var log: [Int] = []
    updater.keepUpToDate {
      if source.value == 1 {
        second.pause()
        second.unpause()
        // This effect and the last one run in the next round, before and after the one that was unpaused.
        source.value = 2
        tick.value = 1
      } else if source.value == 2 {
        other.value = 1
      }
    }
    second.keepUpToDate { log.append(other.value * 10 + source.value) }
    updater.keepUpToDate { if tick.value == 1 { other.value = 2 } }
    checkingInvariants(of: [source, other, tick]) { source.value = 1 }
    #expect(log == [0, 2, 22])
  }

  @Test func `an updater that is paused again by what its effects forget goes on later`() {
    let witness = StoredProperty(Witness { [updater] in updater.pause() })
    var log: [Int] = []
    updater.keepUpToDate {
      _ = witness.value
      log.append(source.value)
    }
    checkingInvariants(of: [source, witness]) {
      updater.pause()
      witness.value = Witness {}
      source.value = 1
      updater.unpause()
      #expect(updater.isPaused)
      #expect(log == [0])
      source.value = 2
      updater.unpause()
    }
    #expect(log == [0, 2])
  }

  @Test func `an effect unpauses another updater, which catches up in the next round`() {
    var log: [String] = []
    second.keepUpToDate { log.append("second \(source.value)") }
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 2 { second.unpause() }
    }
    log = []
    checkingInvariants(of: [source]) {
      second.pause()
      source.value = 1
      source.value = 2
    }
    #expect(log == ["first 1", "first 2", "second 2"])
  }

  @Test func `an effect made while paused has its first run and no other`() {
    var log: [Int] = []
    checkingInvariants(of: [source]) {
      updater.pause()
      updater.keepUpToDate { log.append(source.value) }
      source.value = 1
      source.value = 0
      updater.unpause()
      #expect(log == [0])
      updater.pause()
      batch {
        source.value = 2
        updater.keepUpToDate(dependencies: [source]) { log.append(10 + source.peek()) }
      }
      source.value = 3
      #expect(log == [0, 12])
      updater.unpause()
    }
    #expect(log == [0, 12, 3, 13])
  }

  @Test func `an effect made in a transaction and paused in its commit waits with its first run`() {
    var log: [String] = []
    updater.keepUpToDate { if source.value == 1 { second.pause() } }
    checkingInvariants(of: [source]) {
      transaction {
        source.value = 1
        second.keepUpToDate { log.append("run \(source.value)") }
      }
      source.value = 2
      #expect(second.isPaused)
      #expect(log == [])
      second.unpause()
      source.value = 3
    }
    #expect(log == ["run 2", "run 3"])
  }

  @Test func `a nested updater is paused by itself only`() {
    var log: [String] = []
    let inner = StoredProperty(0)
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      if source.value == 0 {
        second.keepUpToDate { log.append("inner \(inner.value)") }
      }
    }
    log = []
    checkingInvariants(of: [source, inner]) {
      updater.pause()
      inner.value = 1
      source.value = 1
      second.pause()
      updater.unpause()
      inner.value = 2
      second.unpause()
    }
    #expect(log == ["inner 1", "outer 1", "inner 2"])
  }

  @Test func `a transaction that throws takes a pause back`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      try? transaction {
        source.value = 1
        updater.pause()
        source.value = 2
        throw Undo()
      }
    }
    #expect(!updater.isPaused)
    #expect(log == [0])
    source.value = 3
    #expect(log == [0, 3])
  }

  @Test func `a transaction that throws takes an unpause back`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      try? transaction {
        updater.unpause()
        source.value = 2
        try? transaction {
          updater.pause()
          updater.unpause()
          throw Undo()
        }
        #expect(!updater.isPaused)
        throw Undo()
      }
      #expect(updater.isPaused)
      source.value = 0
      updater.unpause()
      #expect(log == [0])
      updater.pause()
      source.value = 4
      updater.unpause()
    }
    #expect(log == [0, 4])
  }

  @Test func `a transaction that succeeds keeps its pause`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      transaction {
        source.value = 1
        updater.pause()
      }
      #expect(log == [0])
      transaction {
        source.value = 2
        updater.unpause()
      }
    }
    #expect(log == [0, 2])
  }
}
