import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: cycles that form, and failures.
@Suite(.leavesNothing) struct ConformanceFailures {
  private struct Wrong: Error {}

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let closes = StoredProperty(false)

  private func openCycle(of length: Int) -> Cycle {
    Cycle(length: length) { [closes] next in closes.value ? next.value : .success(1) }
  }

  @Test func `a derived value that comes to read itself has failed when it is read`() {
    let cycle = openCycle(of: 1)
    #expect(cycle.path(from: 0) == nil)
    let reports = misuses {
      closes.value = true
      #expect(cycle.path(from: 0) == "r0 -> r0")
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [closes]) == [])
  }

  @Test func `one that an effect needs has failed with the write that closes the cycle`() {
    let cycle = openCycle(of: 1)
    var log: [Bool] = []
    updater.keepUpToDate { log.append(cycle.path(from: 0) != nil) }
    let reports = misuses { closes.value = true }
    #expect(reports.isEmpty)
    #expect(log == [false, true])
    #expect(Graph.violations(around: [closes]) == [])
  }

  @Test func `so is a cycle of two that a batch closes, and a later read has its failure`() {
    let cycle = openCycle(of: 2)
    var log: [Bool] = []
    updater.keepUpToDate { log.append(cycle.path(from: 1) != nil) }
    let reports = misuses {
      batch {
        source.value = 1
        closes.value = true
      }
    }
    #expect(reports.isEmpty)
    #expect(log == [false, true])
    #expect(cycle.path(from: 0) == "r0 -> r1 -> r0")
    #expect(Graph.violations(around: [closes]) == [])
  }

  @Test func `a failure that is read twice is computed once`() {
    var computed = 0
    let failing = DerivedProperty.catching { () throws(any Error) -> Int in
      computed += 1
      if source.value == 0 { throw Wrong() }
      return source.value
    }
    checkingInvariants(of: [source]) {
      for _ in 0..<2 { #expect(throws: Wrong.self) { try failing.value.get() } }
    }
    #expect(computed == 1)
  }

  @Test func `a failure that several read is computed once for each change`() {
    var computed = 0
    let failing = DerivedProperty.catching { () throws(any Error) -> Int in
      computed += 1
      throw source.value == 0 ? Wrong() : Refusal(number: source.value)
    }
    var failures = 0
    for _ in 0..<2 {
      updater.keepUpToDate { if case .failure = failing.value { failures += 1 } }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(throws: Refusal(number: 1)) { try failing.value.get() }
    }
    #expect(computed == 2)
    #expect(failures == 4)
  }

  @Test func `a write that has nothing to do with it does not run what a failed flush woke`() {
    let other = StoredProperty(0)
    var runs = [0, 0, 0]
    _ = misuses {
      updater.keepUpToDate {
        runs[0] += 1
        if source.value == 1 { throw Wrong() }
      }
      updater.keepUpToDate {
        _ = other.value
        runs[1] += 1
      }
      updater.keepUpToDate {
        _ = source.value
        runs[2] += 1
      }
      checkingInvariants(of: [source, other]) {
        source.value = 1
        #expect(runs == [2, 1, 2])
        other.value = 1
      }
    }
    #expect(runs == [2, 2, 2])
  }

  @Test func `nor does the next batch, after one whose effects all failed`() {
    let other = StoredProperty(0)
    var runs = 0
    _ = misuses {
      for _ in 0..<3 {
        updater.keepUpToDate {
          runs += 1
          if source.value == 1 { throw Wrong() }
        }
      }
      checkingInvariants(of: [source, other]) {
        batch { source.value = 1 }
        #expect(runs == 6)
        batch { other.value = 1 }
        batch { other.value = 2 }
        #expect(runs == 6)
        source.value = 2
      }
    }
    #expect(runs == 9)
  }
}
