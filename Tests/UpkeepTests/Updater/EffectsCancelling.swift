import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsCancelling {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `cancelling stops an effect at once`() {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      token.cancel()
      source.value = 1
    }
    #expect(log == [0])
    #expect(token.isCancelled)
    #expect(source.subscriberCount == 0)
  }

  @Test func `dropping the updater cancels its effects, dropping a token does not`() {
    var log: [String] = []
    var owner: Updater? = Updater()
    owner?.keepUpToDate { log.append("first \(source.value)") }
    var token = owner?.keepUpToDate { log.append("second \(source.value)") }
    checkingInvariants(of: [source]) {
      token = nil
      source.value = 1
      owner = nil
      source.value = 2
    }
    #expect(token == nil && owner == nil)
    #expect(log == ["first 0", "second 0", "first 1", "second 1"])
    #expect(source.subscriberCount == 0)
  }

  @Test func `cancelling twice is harmless and cleans up once`() {
    var log: [String] = []
    let token = updater.keepUpToDate { token in
      _ = source.value
      token.onCleanUp { log.append("clean") }
    }
    checkingInvariants(of: [source]) {
      token.cancel()
      token.cancel()
      source.value = 1
      token.cancel()
    }
    #expect(log == ["clean"])
  }

  @Test func `an effect that cancels itself finishes its run and runs no more`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      log.append("begin \(source.value)")
      if source.value == 1 { token.cancel() }
      log.append("end \(source.value)")
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["begin 0", "end 0", "begin 1", "end 1"])
    #expect(source.subscriberCount == 0)
  }

  @Test func `what an effect reads after cancelling itself is not subscribed`() {
    var runs = 0
    updater.keepUpToDate { token in
      runs += 1
      if source.value == 1 {
        token.cancel()
        _ = other.value
      }
    }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 1
    }
    #expect(runs == 2)
    #expect(other.subscriberCount == 0)
    #expect(attachedEdges(of: other).isEmpty)
  }

  @Test func `cancelling itself still runs the clean-up of that run, after it`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      log.append("run \(source.value)")
      let value = source.value
      token.onCleanUp { log.append("clean \(value)") }
      if value == 1 { token.cancel() }
      log.append("end")
    }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["run 0", "end", "clean 0", "run 1", "end", "clean 1"])
  }

  @Test func `cancelling inside the first run works`() {
    var runs = 0
    let token = updater.keepUpToDate {
      $0.cancel()
      _ = source.value
      runs += 1
    }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(runs == 1)
    #expect(token.isCancelled)
    #expect(source.subscriberCount == 0)
  }

  @Test func `dropping the updater inside one of its own callbacks is safe`() {
    var log: [String] = []
    var owner: Updater? = Updater()
    owner?.keepUpToDate {
      if source.value == 1 { owner = nil }
      log.append("first \(source.value)")
    }
    owner?.keepUpToDate { log.append("second \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["first 1"])
    #expect(source.subscriberCount == 0)
  }

  @Test func `an effect cancelled by an earlier one in the same pass does not run`() {
    var log: [String] = []
    var second: EffectToken?
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 { second?.cancel() }
    }
    second = updater.keepUpToDate { log.append("second \(source.value)") }
    log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["first 1"])
  }

  @Test func `nor does it if the earlier one then writes again`() {
    var log: [String] = []
    var second: EffectToken?
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 {
        second?.cancel()
        source.value = 5
      }
    }
    second = updater.keepUpToDate { log.append("second \(source.value)") }
    updater.keepUpToDate { log.append("third \(source.value)") }
    log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["first 1", "third 5", "first 5"])
  }

  @Test func `nor if it is on another source and already queued`() {
    var log: [String] = []
    var second: EffectToken?
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 { second?.cancel() }
    }
    second = updater.keepUpToDate { log.append("second \(other.value)") }
    log = []
    checkingInvariants(of: [source, other]) {
      batch {
        other.value = 1
        source.value = 1
      }
    }
    #expect(log == ["first 1"])
    #expect(other.subscriberCount == 0)
  }

  @Test func `woken and then cancelled inside a batch it never runs`() {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      batch {
        source.value = 1
        token.cancel()
        source.value = 2
      }
      source.value = 3
    }
    #expect(log == [0])
  }
}
