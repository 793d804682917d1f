import Testing

@testable import Upkeep

/// Values read inside a batch, and the time at which its effects run.
@Suite(.leavesNothing) struct Batching {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)
  let log = RunLog<String>()

  @Test func `effects run once, after the outermost batch, with the last values of all`() {
    updater.keepUpToDate { log.append("run \(first.value) \(second.value)") }
    log.expect(["run 0 0", "inner ended", "outer ends", "run 3 2"], around: [first, second]) {
      batch {
        batch {
          first.value = 1
          batch { second.value = 2 }
        }
        log.append("inner ended")
        batch { first.value = 3 }
        log.append("outer ends")
      }
    }
  }

  // first ─┬─> sum ─> double ─> effect
  // second ┘
  @Test func `a read inside a batch gets the last write, computes once, and runs no effect`() {
    let sum = DerivedProperty(first, second) { log.noting("compute", $0 + $1) }
    let double = DerivedProperty { sum.value * 2 }
    updater.keepUpToDate { log.append("effect \(double.value)") }
    let start = ["stored 5 5", "compute", "derived 5 10", "derived 5 10", "derived 5 10"]
    let end = ["compute", "derived 12 6", "effect 12"]
    log.expectNew(start + end, around: [first, second]) {
      batch {
        first.value = 4
        first.value += 1
        log.append("stored \(first.value) \(first.peek())")
        for _ in 0..<3 { log.append("derived \(sum.value) \(double.value)") }
        second.value = 1
        log.append("derived \(double.value) \(sum.value)")
      }
    }
  }

  @Test func `a batch passes on what its body returns or throws, with its type`() {
    #expect(batch { 42 } == 42)
    let thrown = Result { () throws(Refusal) -> Int in
      try batch { () throws(Refusal) -> Int in throw Refusal(number: 7) }
    }
    #expect(thrown == .failure(Refusal(number: 7)))
  }

  @Test func `an error in a batch keeps the writes, and effects run before it propagates`() {
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    log.expect(["0 0", "1 0", "caught", "1 5"], around: [first, second]) {
      #expect(throws: Refusal.self) {
        try batch {
          first.value = 1
          throw Refusal()
        }
      }
      log.append("caught")
      second.value = 5
    }
  }

  @Test func `a read in a batch is a dependency of the computation around it, unless untracked`() {
    let sum = DerivedProperty { batch { first.value } + untracked { batch { second.value } } }
    updater.keepUpToDate { log.append("first \(batch { first.value })") }
    updater.keepUpToDate { log.append("second \(batch { untracked { second.value } })") }
    updater.keepUpToDate { log.append("sum \(sum.value)") }
    log.expectNew(["first 1", "sum 2"], around: [first, second]) {
      second.value = 1
      first.value = 1
    }
  }

  // MARK: - Batches that end where they began

  @Test func `a batch that ends where it began computes and runs nothing`() {
    let double = first.map { log.noting("compute", $0 * 2) }
    let idle = first.map { log.noting("compute", $0 * 3) }
    updater.keepUpToDate { log.append("effect \(double.value) \(second.value)") }
    #expect(idle.value == 0)
    log.expectNew(["effect 0 1"], around: [first]) {
      for value in 1...3 {
        batch {
          first.value = value
          first.value -= value
        }
      }
      batch { first.modify { $0 = 0 } }
      batch {
        batch { first.value = 5 }
        batch { first.value = 0 }
      }
      #expect(idle.value == 0)
      #expect(log.entries == [])
      batch {
        first.value = 5
        second.value = 1
        first.value = 0
      }
    }
  }

  @Test(arguments: [false, true])
  func `derived values read before a batch takes its write back are right afterwards`(
    isLive: Bool
  ) {
    let double = first.map { $0 * 2 }
    if isLive { updater.keepUpToDate { log.append("effect \(double.value)") } }
    let (start, end): ([String], [String]) = isLive ? (["effect 0"], ["effect 4"]) : ([], [])
    log.expect(start + ["0", "2", "0"] + end + ["4"], around: [first]) {
      log.append("\(double.value)")
      batch {
        first.value = 1
        log.append("\(double.value)")
        first.value = 0
      }
      log.append("\(double.value)")
      first.value = 2
      log.append("\(double.value)")
    }
  }

  @Test func `every write in a batch counts for values that cannot be compared`() {
    let source = StoredProperty(Opaque(number: 0))
    let start = source.value
    let log = updater.readings(of: source.value.number) {
      batch {
        source.value = Opaque(number: 1)
        source.value = start
      }
      batch { source.value.number = 0 }
    }
    #expect(log == [0, 0, 0])
  }

  // first ─┬─> sum ─> effect
  // second ┘
  @Test func `a batch that leaves a derived value equal runs nothing, though it was read inside`() {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    let log = updater.readings(of: sum.value, around: [first, second]) {
      batch {
        first.value = 2
        _ = sum.value
        second.value = -2
      }
    }
    #expect(log == [0])
  }
}
