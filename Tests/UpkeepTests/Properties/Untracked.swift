import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Untracked {
  let updater = scopedUpdater()
  let tracked = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `an untracked read is not a dependency`() {
    var log: [String] = []
    let sum = DerivedProperty { tracked.value + untracked { other.value } }
    updater.keepUpToDate { log.append("effect \(tracked.value) \(untracked { other.value })") }
    updater.keepUpToDate { log.append("sum \(sum.value)") }
    log = []
    checkingInvariants(of: [tracked, other]) {
      other.value = 5
      #expect(log == [])
      #expect(other.subscriberCount == 0)
      tracked.value = 1
    }
    #expect(log == ["effect 1 5", "sum 6"])
  }

  // other ─> tenfold, read untracked
  @Test func `an untracked read of a stale derived value is fresh`() {
    let tenfold = other.map { $0 * 10 }
    var log: [Int] = []
    updater.keepUpToDate {
      _ = tracked.value
      log.append(untracked { tenfold.value })
    }
    checkingInvariants(of: [tracked, other]) {
      other.value = 1
      tracked.value = 1
    }
    #expect(log == [0, 10])
  }

  @Test func `nor does it track what that derived value reads`() {
    let tenfold = DerivedProperty { other.value * 10 }
    var runs = 0
    updater.keepUpToDate {
      untracked { _ = tenfold.value }
      runs += 1
    }
    checkingInvariants(of: [tracked, other]) {
      other.value = 1
      _ = tenfold.value
      other.value = 2
    }
    #expect(runs == 1)
    #expect(other.subscriberCount == 0)
  }

  @Test func `peek equals untracked, on stored and derived values`() {
    var computed = 0
    let tenfold = DerivedProperty { () -> Int in
      computed += 1
      return other.value * 10
    }
    var log: [String] = []
    updater.keepUpToDate { log.append("peek \(tracked.value) \(other.peek()) \(tenfold.peek())") }
    updater.keepUpToDate {
      log.append("untracked \(tracked.value) \(untracked { "\(other.value) \(tenfold.value)" })")
    }
    log = []
    computed = 0
    checkingInvariants(of: [tracked, other]) {
      other.value = 1
      #expect(log == [])
      tracked.value = 1
    }
    #expect(log == ["peek 1 1 10", "untracked 1 1 10"])
    #expect(computed == 1)
    #expect((other.subscriberCount, tenfold.subscriberCount) == (0, 0))
  }

  @Test func `a value read both ways in one run is a dependency, in any order`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("peek first \(other.peek() + other.value)") }
    updater.keepUpToDate { log.append("peek last \(other.value + untracked { other.value })") }
    log = []
    checkingInvariants(of: [other]) { other.value = 1 }
    #expect(log == ["peek first 2", "peek last 2"])
  }

  @Test func `tracking goes on after untracked, nested, and after a throw`() {
    struct Failure: Error {}
    let sources = (0..<4).map { _ in StoredProperty(0) }
    var runs = 0
    updater.keepUpToDate {
      untracked {
        untracked { _ = sources[0].value }
        _ = sources[0].value
      }
      _ = sources[1].value
      try? untracked { throw Failure() }
      _ = sources[2].value
      _ = try? untracked { () throws -> Int in try untracked { throw Failure() } }
      _ = sources[3].value
      runs += 1
    }
    let counts = checkingInvariants(of: sources) {
      sources.map { source in
        let before = runs
        source.value = 1
        return runs - before
      }
    }
    #expect(counts == [0, 1, 1, 1])
  }

  @Test func `what may be written outside untracked may be written inside`() {
    var log: [Int] = []
    updater.keepUpToDate { untracked { other.value = tracked.peek() + 1 } }
    updater.keepUpToDate { log.append(other.value) }
    let refused = DerivedProperty(name: "refused") { () -> Int in
      untracked { other.value = 100 }
      return tracked.value
    }
    let reports = checkingInvariants(of: [tracked, other]) {
      untracked { other.value = 7 }
      return misuses { _ = refused.value }
    }
    #expect(reports.count == 1)
    #expect(log == [1, 7])
  }

  @Test func `what an observer reads subscribes nothing, nor the effect around it`() {
    var observations: [ChangeObservation] = []
    var log: [String] = []
    updater.keepUpToDate {
      log.append("effect")
      observations.append(tracked.onChange { _ in log.append("observer \(other.value)") })
    }
    checkingInvariants(of: [tracked, other]) {
      tracked.value = 1
      other.value = 1
    }
    #expect(log == ["effect", "observer 0"])
    #expect((tracked.subscriberCount, other.subscriberCount) == (1, 0))
    observations = []
  }

  @Test func `an effect made inside untracked tracks its own reads`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("outer \(tracked.value)")
      untracked { _ = updater.keepUpToDate { log.append("inner \(other.value)") } }
    }
    checkingInvariants(of: [tracked, other]) { other.value = 1 }
    #expect(log == ["outer 0", "inner 0", "inner 1"])
  }

  @Test func `a read outside any computation subscribes nothing and is true anywhere`() {
    let tenfold = other.map { $0 * 10 }
    var log: [Int] = []
    checkingInvariants(of: [other, tenfold]) {
      log.append(tenfold.value)
      other.value = 1
      batch {
        log.append(tenfold.value)
        other.value = 2
        log.append(tenfold.value)
      }
      func local() -> Int { [tenfold].map(\.value)[0] }
      log.append(local())
    }
    #expect(log == [0, 10, 20, 20])
    #expect((other.subscriberCount, tenfold.subscriberCount) == (0, 0))
  }
}
