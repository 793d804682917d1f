import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Waiting {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `the action is called once, then nothing is left`() {
    var log: [Int] = []
    let token = updater.when {
      source.value > 1
    } perform: {
      log.append(source.value)
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(!token.isCancelled)
      source.value = 2
      source.value = 0
      source.value = 3
    }
    #expect(log == [2])
    #expect(token.isCancelled)
    #expect(source.subscriberCount == 0)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `a condition that is true already acts at once`() {
    var log: [Int] = []
    let token = updater.when {
      source.value == 0
    } perform: {
      log.append(source.value)
    }
    #expect(log == [0])
    #expect(token.isCancelled)
    #expect(Graph.violations(around: [source]) == [])
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `it waits for a derived property, too`() {
    var log: [String] = []
    let isBig = source.map { $0 > 5 }
    updater.when({ isBig.value }) { log.append("big \(source.value)") }
    checkingInvariants(of: [source]) {
      source.value = 5
      batch {
        source.value = 6
        source.value = 0
      }
      #expect(log == [])
      source.value = 7
      source.value = 0
      source.value = 8
    }
    #expect(log == ["big 7"])
    #expect(isBig.subscriberCount == 0)
  }

  @Test func `the action writes, and is not called again for it`() {
    var log: [String] = []
    updater.when {
      source.value > 0
    } perform: {
      log.append("act \(source.value)")
      source.value += 1
    }
    updater.keepUpToDate { log.append("see \(source.value)") }
    log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["act 1", "see 2"])
  }

  @Test func `a waiting that is cancelled, or whose updater goes, never acts`() {
    var calls = 0
    var owner: Updater? = Updater()
    let token = updater.when {
      source.value > 0
    } perform: {
      calls += 1
    }
    owner?.when {
      source.value > 0
    } perform: {
      calls += 1
    }
    checkingInvariants(of: [source]) {
      token.cancel()
      owner = nil
      source.value = 1
    }
    #expect(owner == nil && calls == 0)
    #expect(source.subscriberCount == 0)
  }

  @Test func `it does not act while paused, and acts on unpausing if it is still true`() {
    var calls = 0
    updater.when {
      source.value > 0
    } perform: {
      calls += 1
    }
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

  @Test func `inside a transaction it waits for the commit, and goes with a rollback`() {
    var calls = 0
    checkingInvariants(of: [source]) {
      try? transaction {
        source.value = 1
        updater.when {
          source.value > 0
        } perform: {
          calls += 1
        }
        throw Undo()
      }
      source.value = 2
      #expect(calls == 0)
      source.value = 0
      transaction {
        source.value = 1
        updater.when {
          source.value > 0
        } perform: {
          calls += 1
        }
        #expect(calls == 0)
      }
    }
    #expect(calls == 1)
  }

  @Test func `the action may wait again, and frees what it holds`() {
    final class Canary {}
    weak var canary: Canary?
    var log: [Int] = []
    func wait() {
      let living = Canary()
      canary = living
      updater.when {
        source.value % 2 == 1
      } perform: {
        withExtendedLifetime(living) { log.append(source.value) }
        if source.value < 3 {
          updater.when {
            source.value > 4
          } perform: {
            log.append(-1)
          }
        }
      }
    }
    wait()
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(canary == nil)
      source.value = 5
    }
    #expect(log == [1, -1])
  }
}
