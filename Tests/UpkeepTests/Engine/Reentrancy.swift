import Testing

@testable import Upkeep

/// Effects that write.
@Suite(.leavesNothing) struct Reentrancy {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test
  func
    `what depends on an effect's write is up to date before the outer write returns`()
  {
    let double = second.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    updater.keepUpToDate { second.value = first.value }
    checkingInvariants(of: [first, second]) {
      first.value = 5
      #expect(log == [0, 10])
    }
    #expect(double.value == 10)
  }

  @Test func `a write made while effects run is visible at once`() {
    let double = second.map { $0 * 2 }
    var log: [String] = []
    updater.keepUpToDate {
      second.value = first.value + 1
      log.append("writer \(second.peek()) \(double.peek())")
    }
    updater.keepUpToDate { log.append("later \(first.value) \(second.value) \(double.value)") }
    log = []
    checkingInvariants(of: [first, second]) { first.value = 5 }
    #expect(log == ["writer 6 12", "later 5 6 12"])
  }

  @Test func `an effect that writes what it reads settles when its condition is met`() {
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      if first.value < 100 { first.value += 1 }
    }
    #expect(first.value == 100)
    #expect(runs == 101)
    checkingInvariants(of: [first]) { first.value = 50 }
    #expect(first.value == 100)
    #expect(runs == 152)
  }

  @Test
  func `an effect that wrote its own dependency runs again until it has seen the last value`() {
    var log: [Int] = []
    checkingInvariants(of: [first]) {
      updater.keepUpToDate {
        log.append(first.value)
        if first.value < 3 { first.value += 1 }
      }
    }
    #expect(log == [0, 1, 2, 3])
  }

  @Test func `so does an effect with declared dependencies`() {
    var log: [Int] = []
    checkingInvariants(of: [first]) {
      updater.keepUpToDate(dependencies: [first]) {
        log.append(first.value)
        if first.value < 3 { first.value += 1 }
      }
    }
    #expect(log == [0, 1, 2, 3])
  }

  @Test func `an observer behind one that writes ends on the last value and never goes back`() {
    var log: [String] = []
    updater.keepUpToDate { if first.value == 1 { first.value = 10 } }
    updater.keepUpToDate { log.append("effect \(first.value)") }
    updater.onTransition(first) { log.append("transition \($1)") }
    let observation = first.onChange { log.append("observer \($0)") }
    log = []
    checkingInvariants(of: [first]) { first.value = 1 }
    // 235: and each sees it once.
    #expect(log == ["effect 10", "transition 10", "observer 10"])
    observation.cancel()
  }

  @Test func `an observer in front of one that writes sees both, in order`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("effect \(first.value)") }
    let observation = first.onChange { log.append("observer \($0)") }
    updater.keepUpToDate { if first.value == 1 { first.value = 10 } }
    log = []
    checkingInvariants(of: [first]) { first.value = 1 }
    #expect(log == ["effect 1", "observer 1", "effect 10", "observer 10"])
    observation.cancel()
  }

  @Test func `an observer behind one that writes sees the last value once`() {
    var log: [Int] = []
    let writer = first.onChange { if $0 == 1 { first.value = 10 } }
    let observer = first.onChange { log.append($0) }
    checkingInvariants(of: [first]) { first.value = 1 }
    #expect(log == [10])
    writer.cancel()
    observer.cancel()
  }

  @Test
  func `written back during the pass, the others run at most once with the old value`() {
    var log: [Int] = []
    updater.keepUpToDate { if first.value == 1 { first.value = 0 } }
    updater.keepUpToDate { log.append(first.value) }
    log = []
    checkingInvariants(of: [first]) { first.value = 1 }
    #expect(log == [] || log == [0])
    #expect(first.value == 0)
  }

  @Test func `an effect that resets what it reads does so on every write`() {
    let isRequested = StoredProperty(false)
    var resets = 0
    updater.keepUpToDate {
      if isRequested.value {
        resets += 1
        isRequested.value = false
      }
    }
    checkingInvariants(of: [isRequested]) {
      for _ in 1...3 {
        isRequested.value = true
        #expect(!isRequested.value)
      }
    }
    #expect(resets == 3)
  }

  @Test func `a flush asked for inside a flush joins it`() {
    var depth = 0
    var depths: [Int] = []
    for source in [first, second] {
      updater.keepUpToDate {
        depth += 1
        depths.append(depth)
        if source.value > 0, source === first {
          batch { second.value = source.value }
          second.value = second.peek() + 1
        }
        depth -= 1
      }
    }
    checkingInvariants(of: [first, second]) { first.value = 1 }
    #expect(depths == [1, 1, 1, 1])
  }
}
