import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsCleanUp {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `the clean-up runs before the next run`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      log.append("run \(source.value)")
      token.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["run 0", "clean", "run 1"])
  }

  @Test func `only the previous run's clean-up runs`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      let value = source.value
      if value != 2 { token.onCleanUp { log.append("clean \(value)") } }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
      source.value = 3
      source.value = 4
    }
    #expect(log == ["clean 0", "clean 1", "clean 3"])
  }

  @Test func `several clean-ups of one run are called newest first`() {
    var log: [Int] = []
    updater.keepUpToDate { token in
      _ = source.value
      for number in 1...3 { token.onCleanUp { log.append(number) } }
    }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == [3, 2, 1])
  }

  @Test func `the clean-up runs on cancel, once and without a run`() {
    var log: [String] = []
    let token = updater.keepUpToDate { token in
      log.append("run \(source.value)")
      token.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [source]) {
      token.cancel()
      source.value = 1
    }
    #expect(log == ["run 0", "clean"])
  }

  @Test func `the clean-up runs when the updater is dropped, before the next line`() {
    var log: [String] = []
    var owner: Updater? = Updater()
    owner?.keepUpToDate { token in
      _ = source.value
      token.onCleanUp { log.append("first") }
    }
    owner?.keepUpToDate { token in
      _ = source.value
      token.onCleanUp { log.append("second") }
    }
    checkingInvariants(of: [source]) {
      owner = nil
      log.append("next line")
    }
    #expect(owner == nil)
    #expect(log == ["second", "first", "next line"])
  }

  @Test(.hops) @MainActor func `the clean-up runs in the isolation of its graph`() {
    let source = StoredProperty(0)
    var isIsolated: [Bool] = []
    var owner: Updater? = Updater()
    owner?.keepUpToDate { token in
      _ = source.value
      token.onCleanUp { isIsolated.append(MainActor.shared === #isolation) }
    }
    source.value = 1
    owner = nil
    #expect(owner == nil)
    #expect(isIsolated == [true, true])
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `what a clean-up reads is nobody's dependency`() {
    var log: [String] = []
    let inner = updater.keepUpToDate { token in
      log.append("inner \(source.value)")
      token.onCleanUp { _ = other.value }
    }
    updater.keepUpToDate {
      log.append("outer")
      inner.cancel()
    }
    updater.keepUpToDate { token in
      log.append("third \(source.value)")
      token.onCleanUp { _ = other.value }
    }
    log = []
    checkingInvariants(of: [source, other]) {
      other.value = 1
      source.value = 1
      other.value = 2
    }
    #expect(log == ["third 1"])
    #expect(other.subscriberCount == 0)
  }

  // source ─> double, read by the clean-up only
  @Test func `a clean-up sees fresh derived values`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    let token = updater.keepUpToDate { token in
      _ = source.value
      token.onCleanUp { log.append("\(source.value) \(double.value)") }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
      batch {
        source.value = 3
        token.cancel()
      }
    }
    #expect(log == ["1 2", "2 4", "3 6"])
  }

  @Test func `what a clean-up writes is one change with the run that follows`() {
    let first = StoredProperty("")
    let second = StoredProperty("")
    let third = StoredProperty("")
    var log: [String] = []
    updater.keepUpToDate { token in
      third.value = "\(source.value)"
      token.onCleanUp {
        first.value += "x"
        second.value += "y"
      }
    }
    updater.keepUpToDate { log.append(first.value + second.value + third.value) }
    checkingInvariants(of: [source, first, second, third]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["0", "xy1", "xxyy2"])
  }

  @Test func `a clean-up that writes what its effect reads does not loop`() {
    var log: [Int] = []
    updater.keepUpToDate { token in
      log.append(source.value)
      token.onCleanUp { source.value += 1 }
    }
    checkingInvariants(of: [source]) {
      source.value = 5
      source.value = 20
    }
    #expect(log == [0, 6, 21])
    #expect(source.value == 21)
  }

  @Test func `if a clean-up cancels its own effect the body does not run`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      log.append("run \(source.value)")
      token.onCleanUp {
        log.append("clean")
        token.cancel()
      }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["run 0", "clean"])
    #expect(source.subscriberCount == 0)
  }

  @Test func `an effect made by a clean-up lives by its own updater`() {
    var log: [String] = []
    let token = updater.keepUpToDate { token in
      log.append("old \(source.value)")
      token.onCleanUp { updater.keepUpToDate { log.append("new \(other.value)") } }
    }
    checkingInvariants(of: [source, other]) {
      token.cancel()
      source.value = 1
      other.value = 1
    }
    #expect(log == ["old 0", "new 0", "new 1"])
  }
}
