import Testing

@testable import Upkeep

/// `Updater.cancel()`: all effects of an updater end, and the updater goes on.
@Suite(.leavesNothing) struct CancellingUpdaters {
  private let source = StoredProperty(1)
  private let updater = scopedUpdater()
  let log = RunLog<String>()

  @Test func `all effects end at once, the newest first, and others go on`() {
    let other = Updater()
    let tokens = ["a", "b", "c"].map { name in
      updater.keepUpToDate { effect in
        _ = source.value
        effect.onCleanUp { log.append("end \(name)") }
      }
    }
    updater.onTransition(source) { _, new in log.append("transition \(new)") }
    other.keepUpToDate { log.append("other \(source.value)") }
    log.expectNew(["end c", "end b", "end a"], around: [source]) { updater.cancel() }
    #expect((tokens.map(\.isCancelled), source.subscriberCount) == ([true, true, true], 1))
    source.value = 2
    updater.cancel()
    #expect(log.entries == ["end c", "end b", "end a", "other 2"])
  }

  @Test func `a paused updater stays paused`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    updater.pause()
    source.value = 2
    updater.cancel()
    #expect(updater.isPaused)
    updater.keepUpToDate { log.append(source.value * 10) }
    source.value = 3
    #expect(log == [1, 20])
    updater.unpause()
    #expect(log == [1, 20, 30])
  }

  // a and b read the property that c's clean-up writes.
  @Test func `a clean-up runs no effect before all have ended`() {
    let state = StoredProperty("open")
    let other = Updater()
    for name in ["a", "b"] { updater.keepUpToDate { log.append("\(name) \(state.value)") } }
    updater.keepUpToDate { effect in effect.onCleanUp { state.value = "closed" } }
    other.keepUpToDate { log.append("other \(state.value)") }
    log.expectNew(["other closed"], around: [state]) { updater.cancel() }
  }

  @Test func `law 14: the end of a dropped updater runs none of its effects`() {
    let isOpen = StoredProperty(false)
    do {
      let updater = Updater()
      updater.keepUpToDate { log.append("open: \(isOpen.value)") }
      updater.keepUpToDate { effect in
        isOpen.value = true
        effect.onCleanUp { isOpen.value = false }
      }
      withExtendedLifetime(updater) { log.clear() }
    }
    #expect((log.entries, isOpen.value) == ([], false))
  }

  @Test func `an effect that a clean-up makes is not ended with the others`() {
    updater.keepUpToDate { effect in
      effect.onCleanUp { updater.keepUpToDate { log.append("late \(source.value)") } }
    }
    updater.cancel()
    source.value = 2
    #expect(log.entries == ["late 1", "late 2"])
  }

  @Test func `effects cancelled in a transaction end with its commit`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    undoneTransaction { updater.cancel() }
    source.value = 2
    #expect(log == [1, 2])
    transaction {
      updater.cancel()
      updater.keepUpToDate { log.append(source.value * 10) }
      source.value = 3
    }
    source.value = 4
    #expect(log == [1, 2, 30, 40])
  }
}
