import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Waiting {
  let updater = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `the action of when is called once, and nothing is left`() {
    let log = RunLog<Int>()
    let token = updater.when({ source.value > 1 }) { log.append(source.value) }
    log.expect([2, -2], around: [source]) {
      source.value = 1
      #expect(!token.isCancelled)
      source.value = 2
      let late = updater.when({ source.value == 2 }) { log.append(-source.value) }
      #expect(late.isCancelled)
      source.value = 0
      source.value = 3
    }
    #expect(token.isCancelled)
    #expect(source.subscriberCount == 0)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `the action of when may write, and is not called again`() {
    let log = RunLog<String>()
    updater.when({ source.value > 0 }) {
      log.append("act \(source.value)")
      source.value += 1
    }
    updater.keepUpToDate { log.append("see \(source.value)") }
    log.expectNew(["act 1", "see 2"], around: [source]) { source.value = 1 }
  }

  @Test func `the action of when may call when again, and is released`() {
    final class Canary {}
    weak var canary: Canary?
    let log = RunLog<Int>()
    func wait() {
      let living = Canary()
      canary = living
      updater.when({ source.value % 2 == 1 }) {
        withExtendedLifetime(living) { log.append(source.value) }
        if source.value < 3 { updater.when({ source.value > 4 }) { log.append(-1) } }
      }
    }
    wait()
    log.expect([1, -1], around: [source]) {
      source.value = 1
      #expect(canary == nil)
      source.value = 5
    }
  }

  @Test func `a paused when acts on unpausing if its condition is still true`() {
    var calls = 0
    updater.when({ source.value > 0 }) { calls += 1 }
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      source.value = 0
      updater.unpause()
      #expect(calls == 0)
      updater.pause()
      source.value = 1
      updater.unpause()
    }
    #expect(calls == 1)
  }
}
