import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Untracked {
  let updater = scopedUpdater()
  let tracked = StoredProperty(0)
  let other = StoredProperty(0)
  let log = RunLog<String>()

  // other ─> tenfold, which is read untracked
  @Test(arguments: [false, true])
  func `an untracked read and a peek are no dependencies, and are fresh`(isPeek: Bool) {
    let tenfold = DerivedProperty { other.value * 10 }
    func read() -> Int {
      isPeek ? other.peek() + tenfold.peek() : untracked { other.value + tenfold.value }
    }
    let sum = DerivedProperty { tracked.value + read() }
    let log = updater.readings(of: [tracked.value, read(), sum.value], around: [other, tenfold]) {
      other.value = 4
      #expect(read() == 44)
      other.value = 5
      tracked.value = 1
    }
    #expect(log == [[0, 0, 0], [1, 55, 56]])
    #expect([other.subscriberCount, tenfold.subscriberCount] == [0, 0])
  }

  @Test func `a value read both ways in one run is a dependency, in any order`() {
    updater.keepUpToDate { log.append("peek first \(other.peek() + other.value)") }
    updater.keepUpToDate { log.append("peek last \(other.value + untracked { other.value })") }
    log.expectNew(["peek first 2", "peek last 2"], around: [other]) { other.value = 1 }
  }

  @Test func `tracking goes on after untracked, nested, and after a throw`() {
    let sources = (0..<4).map { _ in StoredProperty(0) }
    var runs = 0
    updater.keepUpToDate {
      untracked {
        untracked { _ = sources[0].value }
        _ = sources[0].value
      }
      _ = sources[1].value
      try? untracked { throw Refusal() }
      _ = sources[2].value
      _ = try? untracked { () throws -> Int in try untracked { throw Refusal() } }
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

  @Test func `a write that is allowed outside untracked is allowed inside`() {
    updater.keepUpToDate { untracked { other.value = tracked.peek() + 1 } }
    updater.keepUpToDate { log.append("\(other.value)") }
    let refused = DerivedProperty(name: "refused") { () -> Int in
      untracked { other.value = 100 }
      return tracked.value
    }
    log.expect(["1", "7"], around: [tracked, other]) { untracked { other.value = 7 } }
    #expect(misuses { _ = refused.value }.count == 1)
  }

  @Test func `an effect made inside untracked tracks its own reads`() {
    updater.keepUpToDate {
      log.append("outer \(tracked.value)")
      untracked { _ = updater.keepUpToDate { log.append("inner \(other.value)") } }
    }
    log.expect(["outer 0", "inner 0", "inner 1"], around: [tracked, other]) { other.value = 1 }
  }
}
