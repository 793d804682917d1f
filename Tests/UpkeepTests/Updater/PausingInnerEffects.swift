import Testing

@testable import Upkeep

/// Effects that belong to the run of another one pause with it.
@Suite(.leavesNothing) struct PausingInnerEffects {
  private struct Undone: Error {}

  let updater = scopedUpdater()
  let outer = StoredProperty(0)
  let inner = StoredProperty(0)

  private func make(_ log: @escaping (String) -> Void) {
    updater.keepUpToDate { effect in
      log("outer \(outer.value)")
      effect.keepUpToDate { effect in
        log("middle \(outer.peek())")
        effect.keepUpToDate { log("inner \(inner.value)") }
      }
    }
  }

  // outer ─> outer effect { middle effect { inner effect <─ doubled <─ inner } }
  @Test func `law 6: an inner effect pauses with the outer one, and nothing is computed for it`() {
    var log: [String] = []
    let doubled = inner.map { number in
      log.append("computed")
      return number * 2
    }
    updater.keepUpToDate { effect in
      effect.keepUpToDate { effect in effect.keepUpToDate { log.append("inner \(doubled.value)") } }
    }
    log = []
    checkingInvariants(of: [inner, doubled]) {
      updater.pause()
      #expect(!doubled.isLive)
      inner.value = 1
      inner.value = 2
      #expect(log.isEmpty)
      updater.unpause()
    }
    #expect(log == ["computed", "inner 4"])
  }

  @Test func `law 6: it goes on without a run if all is as it was`() {
    var log: [String] = []
    make { log.append($0) }
    log = []
    checkingInvariants(of: [outer, inner]) {
      updater.pause()
      inner.value = 1
      inner.value = 0
      updater.unpause()
    }
    #expect(log.isEmpty)
    inner.value = 2
    #expect(log == ["inner 2"])
  }

  @Test func `if the outer effect has to run, the inner ones of its last run do not`() {
    var log: [String] = []
    make { log.append($0) }
    log = []
    checkingInvariants(of: [outer, inner]) {
      updater.pause()
      inner.value = 1
      outer.value = 1
      updater.unpause()
    }
    #expect(log == ["outer 1", "middle 1", "inner 1"])
    #expect(inner.subscriberCount == 1)
  }

  @Test func `under a paused updater inner effects have their first run, and no other`() {
    var log: [String] = []
    updater.pause()
    make { log.append($0) }
    #expect(log == ["outer 0", "middle 0", "inner 0"])
    log = []
    checkingInvariants(of: [outer, inner]) {
      inner.value = 1
      outer.value = 1
      #expect(log.isEmpty)
      updater.unpause()
    }
    #expect(log == ["outer 1", "middle 1", "inner 1"])
  }

  @Test func `an effect that pauses its updater in its run has paused what it makes afterwards`() {
    var log: [String] = []
    updater.keepUpToDate { [updater] effect in
      effect.keepUpToDate { log.append("before \(inner.value)") }
      updater.pause()
      effect.keepUpToDate { log.append("after \(inner.value)") }
    }
    log = []
    checkingInvariants(of: [inner]) {
      inner.value = 1
      #expect(log.isEmpty)
      updater.unpause()
    }
    #expect(log == ["before 1", "after 1"])
  }

  @Test func `a pause that is undone pauses no inner effect`() {
    var log: [String] = []
    make { log.append($0) }
    log = []
    checkingInvariants(of: [outer, inner]) {
      try? transaction {
        updater.pause()
        throw Undone()
      }
      inner.value = 1
    }
    #expect(log == ["inner 1"])
  }

  @Test func `what a paused inner effect has seen is let go of when it ends`() {
    weak var seen: Witness?
    do {
      let thing = StoredProperty(Witness {})
      seen = thing.peek()
      let token = updater.keepUpToDate { effect in effect.keepUpToDate { _ = thing.value } }
      updater.pause()
      thing.value = Witness {}
      #expect(seen != nil)
      token.cancel()
    }
    #expect(seen == nil)
  }
}
