import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: batches, derived values, and effects that write.
@Suite(.leavesNothing) struct ConformanceCases {
  let updater = scopedUpdater()
  let source = StoredProperty(1)
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  private var stored: [UntypedProperty] { [source, first, second] }

  @Test func `the writes of a batch are one run when it has ended, and one computation`() {
    var computed = 0
    let sum = DerivedProperty {
      computed += 1
      return first.value + second.value
    }
    let log = RunLog<[Int]>()
    updater.keepUpToDate { log.append([first.value, second.value]) }
    updater.keepUpToDate { log.append([sum.value]) }
    log.expect([[0, 0], [0], [3, 2], [5]], around: stored) {
      batch {
        for value in 1...3 { first.value = value }
        second.value = 2
        #expect(log.entries == [[0, 0], [0]])
      }
    }
    #expect(computed == 2)
  }

  @Test func `a read in a batch follows all writes so far, untracked ones too`() {
    let end = first.map { $0 + 1 }.map { $0 * 10 }
    let log = RunLog<Int>()
    updater.keepUpToDate { log.append(end.value) }
    log.expect([10, 50], around: stored) {
      batch {
        for value in 1...3 {
          first.value = value
          #expect(end.value == (value + 1) * 10)
        }
        untracked {
          first.value = 4
          #expect(end.value == 50)
        }
        #expect(log.entries == [10])
      }
    }
  }

  @Test(arguments: [false, true])
  func `a value that a batch takes back wakes no effect, read in between or not`(isRead: Bool) {
    var computed = 0
    let double = first.map { value -> Int in
      computed += 1
      return value * 2
    }
    let log = RunLog<Int>()
    updater.keepUpToDate { log.append(first.value) }
    updater.keepUpToDate { log.append(double.value) }
    log.expect([0, 0], around: stored) {
      batch {
        first.value = 5
        if isRead { #expect(double.value == 10) }
        first.value = 0
      }
      #expect(double.value == 0)
    }
    #expect(isRead || computed == 1)
  }

  @Test func `an error in a batch inside a batch: effects run once, before it goes on`() {
    let log = RunLog<[Int]>()
    updater.keepUpToDate { log.append([first.value, second.value]) }
    log.expect([[0, 0], [1, 2]], around: stored) {
      #expect(throws: Refusal()) {
        try batch {
          first.value = 1
          try batch {
            second.value = 2
            throw Refusal()
          }
        }
      }
    }
  }

  @Test func `two writes by one effect, in its first run or a later one, are one run of another`() {
    let log = RunLog<[Int]>()
    updater.keepUpToDate { log.append([first.value, second.value]) }
    log.expect([[0, 0], [1, 10], [2, 20]], around: stored) {
      updater.keepUpToDate {
        first.value = source.value
        second.value = source.value * 10
        #expect(log.entries.count == source.value)
      }
      source.value = 2
    }
  }

  @Test func `a batch inside untracked is one change, and nothing depends on what it read`() {
    let log = RunLog<[Int]>()
    updater.keepUpToDate { log.append([first.value, second.value]) }
    updater.keepUpToDate {
      let value = source.value
      untracked {
        batch {
          first.value = value + first.value * 0
          second.value = value
        }
      }
    }
    log.expect([[0, 0], [1, 1], [2, 2]], around: stored) { source.value = 2 }
    #expect(first.subscriberCount == 1)
  }

  @Test func `not a number, written or computed over not a number, is a change`() {
    let stored = StoredProperty(Double.nan)
    let root = DerivedProperty { Double(-source.value).squareRoot() }
    let log = RunLog<String>()
    updater.keepUpToDate { log.append("stored \(stored.value)") }
    updater.keepUpToDate { log.append("root \(root.value.isNaN)") }
    log.expect(["stored nan", "root true", "stored nan", "root true"], around: [source, stored]) {
      stored.value = .nan
      source.value = 2
    }
  }

  @Test func `an effect that counts to a hundred through a derived value gets there`() {
    let isBelow = first.map { $0 < 100 }
    let half = first.map { $0 / 2 }
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      if isBelow.value { first.value = half.value * 2 + 20 }
    }
    #expect(first.value == 100)
    #expect(runs == 6)
    checkingInvariants(of: stored) { first.value = 41 }
    #expect(first.value == 100)
  }

  @Test func `a single write to what an effect has read is a single further run`() {
    let log = RunLog<Int>()
    updater.keepUpToDate {
      log.append(first.value)
      first.value = 7
    }
    log.expect([0, 7, 1, 7], around: stored) { first.value = 1 }
  }

  @Test(arguments: 1...3)
  func `effects that wake one another for ever, or one itself, are stopped`(length: Int) {
    let isOn = StoredProperty(false)
    let values = (0..<length).map { _ in StoredProperty(0) }
    for (index, value) in values.enumerated() {
      let next = values[(index + 1) % length]
      let seen: Property<Int> = length == 1 ? value.map { $0 } : value
      updater.keepUpToDate { if isOn.value { next.value = seen.value + 1 } }
    }
    let reports = recordingMistakes { checkingInvariants(of: values) { isOn.value = true } }
    #expect(reports.count == 1 && reports[0].hasPrefix("runawayFlush: "))
    #expect(reports.map { $0.prefix { $0 != ";" }.split(separator: ",").count } == [length])
    isOn.value = false
    values[0].value = 5
    #expect(values[0].value == 5)
  }

  @Test func `observers around an effect that writes never see the older value after the newer`() {
    let double = first.map { $0 * 2 }
    var log: [[Int]] = [[], []]
    let front = double.onChange { log[0].append($0) }
    updater.keepUpToDate { if first.value == 1 { first.value = 10 } }
    let behind = double.onChange { log[1].append($0) }
    checkingInvariants(of: stored) { first.value = 1 }
    for seen in log {
      #expect(seen.last == 20)
      #expect(seen == seen.sorted())
    }
    withExtendedLifetime((front, behind)) {}
  }

  @Test func `an effect that resets a level does so each time, between two observers`() {
    let isHigh = first.map { $0 > 10 }
    var log: [[Bool]] = [[], []]
    updater.keepUpToDate { log[0].append(isHigh.value) }
    updater.keepUpToDate { if isHigh.value { first.value = 0 } }
    updater.keepUpToDate { log[1].append(isHigh.value) }
    checkingInvariants(of: stored) {
      for count in 1...3 {
        first.value = 10 + count
        #expect(first.value == 0)
      }
    }
    #expect(log[0] == [false, true, false, true, false, true, false])
    #expect(log[1].last == false)
  }
}
