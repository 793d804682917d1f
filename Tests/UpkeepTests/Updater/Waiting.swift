import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Waiting {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let log = RunLog<Int>()

  @Test func `the action of when is called once, and nothing is left`() {
    let token = updater.when({ source.value > 1 }) { log.append(source.value) }
    log.expect([2, -2], around: [source]) {
      source.value = 1
      #expect(!token.isCancelled)
      source.value = 2
      let late = updater.when({ source.value == 2 }) { log.append(-source.value) }
      #expect(late.isCancelled)
      for value in [0, 3] { source.value = value }
    }
    #expect((token.isCancelled, source.subscriberCount) == (true, 0))
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
      updater.whilePaused { for value in [1, 0] { source.value = value } }
      #expect(calls == 0)
      updater.whilePaused { source.value = 1 }
    }
    #expect(calls == 1)
  }
}
