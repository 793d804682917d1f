import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: effects that write.
@Suite(.leavesNothing) struct ConformanceReentrancy {
  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let other = StoredProperty(0, name: "other")

  private var stored: [UntypedProperty] { [source, other] }

  @Test func `an effect reads the value that the one before it writes`() {
    updater.keepUpToDate { other.value = source.value * 10 }
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([source.value, other.peek()]) }
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log == [[0, 0], [1, 10]])
  }

  @Test func `what an effect writes it reads itself, at once`() {
    let next = other.map { $0 + 1 }
    var log: [Int] = []
    updater.keepUpToDate {
      other.value = source.value * 10
      log.append(untracked { next.value })
    }
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log == [1, 11])
  }

  @Test func `an effect that counts to a hundred gets there`() {
    updater.keepUpToDate { if source.value < 100 { source.value += 1 } }
    #expect(source.value == 100)
    checkingInvariants(of: stored) { source.value = 50 }
    #expect(source.value == 100)
  }

  @Test func `so does one that sees its count through a derived value`() {
    let isBelow = source.map { $0 < 100 }
    let half = source.map { $0 / 2 }
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      if isBelow.value { source.value = half.value * 2 + 20 }
    }
    #expect(source.value == 100)
    #expect(runs == 6)
    checkingInvariants(of: stored) { source.value = 41 }
    #expect(source.value == 100)
  }

  @Test func `an effect that writes what it read runs again until it has no more to write`() {
    var log: [Int] = []
    updater.keepUpToDate {
      log.append(source.value)
      if source.value < 3 { source.value += 1 }
    }
    #expect(log == [0, 1, 2, 3])
    log = []
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log == [1, 2, 3])
  }

  @Test func `a single write to what it read is a single further run`() {
    var log: [Int] = []
    updater.keepUpToDate {
      log.append(source.value)
      source.value = 7
    }
    #expect(log == [0, 7])
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log == [0, 7, 1, 7])
  }

  @Test func `another effect on the same value ends on the same one`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    updater.keepUpToDate { if (1..<3).contains(source.value) { source.value += 1 } }
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log.last == 3)
    #expect(log == log.sorted())
  }

  /// The numbers of runaway flushes reported, and of effects named in them.
  private func runaways(_ body: () -> Void) -> [Int] {
    misuses { checkingInvariants(of: stored, body) }.map {
      if case .runawayFlush(let effects, _, _) = $0 { effects.count } else { -1 }
    }
  }

  @Test func `two effects that wake each other for ever are stopped`() {
    let isOn = StoredProperty(false)
    updater.keepUpToDate { if isOn.value { other.value = source.value + 1 } }
    updater.keepUpToDate { if isOn.value { source.value = other.value + 1 } }
    #expect(runaways { isOn.value = true } == [2])
    isOn.value = false
    source.value = 5
    #expect(source.value == 5)
  }

  @Test func `three effects in a cycle are stopped`() {
    let isOn = StoredProperty(false)
    let third = StoredProperty(0)
    updater.keepUpToDate { if isOn.value { other.value = source.value + 1 } }
    updater.keepUpToDate { if isOn.value { third.value = other.value + 1 } }
    updater.keepUpToDate { if isOn.value { source.value = third.value + 1 } }
    #expect(runaways { isOn.value = true } == [3])
    isOn.value = false
    source.value = 5
    #expect(source.value == 5)
  }

  @Test func `a cycle through a derived value is stopped`() {
    let isOn = StoredProperty(false)
    let next = source.map { $0 + 1 }
    updater.keepUpToDate { if isOn.value { source.value = next.value } }
    #expect(runaways { isOn.value = true } == [1])
    isOn.value = false
    source.value = 5
    #expect(next.value == 6)
  }

  @Test func `behind an observer that writes nobody sees the older value after the newer`() {
    var log: [Int] = []
    let first = source.onChange { if $0 == 1 { source.value = 10 } }
    let second = source.onChange { log.append($0) }
    checkingInvariants(of: stored) { source.value = 1 }
    #expect(log.last == 10)
    #expect(log == log.sorted())
    withExtendedLifetime((first, second)) {}
  }

  @Test func `nor through a derived value, in front of it or behind it`() {
    let double = source.map { $0 * 2 }
    var log: [[Int]] = [[], []]
    let front = double.onChange { log[0].append($0) }
    updater.keepUpToDate { if source.value == 1 { source.value = 10 } }
    let behind = double.onChange { log[1].append($0) }
    checkingInvariants(of: stored) { source.value = 1 }
    for seen in log {
      #expect(seen.last == 20)
      #expect(seen == seen.sorted())
    }
    withExtendedLifetime((front, behind)) {}
  }

  @Test func `an effect that resets a flag does so each time`() {
    let flag = StoredProperty(false)
    var resets = 0
    updater.keepUpToDate {
      guard flag.value else { return }
      resets += 1
      flag.value = false
    }
    checkingInvariants(of: [flag]) {
      for count in 1...3 {
        flag.value = true
        #expect(!flag.value)
        #expect(resets == count)
      }
    }
  }

  @Test func `also where others look at the flag`() {
    let flag = StoredProperty(false)
    var log: [[Bool]] = [[], []]
    updater.keepUpToDate { log[0].append(flag.value) }
    updater.keepUpToDate { if flag.value { flag.value = false } }
    updater.keepUpToDate { log[1].append(flag.value) }
    checkingInvariants(of: [flag]) {
      for _ in 1...3 { flag.value = true }
    }
    #expect(log[0] == [false, true, false, true, false, true, false])
    #expect(log[1].last == false)
  }

  @Test func `also where it looks at the flag through a derived value`() {
    let level = StoredProperty(0)
    let isHigh = level.map { $0 > 10 }
    var resets = 0
    updater.keepUpToDate {
      guard isHigh.value else { return }
      resets += 1
      level.value = 0
    }
    checkingInvariants(of: [level]) {
      for count in 1...3 {
        level.value = 10 + count
        #expect(level.value == 0)
        #expect(resets == count)
      }
    }
  }

  @Test func `a derived value that writes when it is read is refused, and has its value`() {
    let derived = DerivedProperty { () -> Int in
      other.value = 5
      return source.value + 1
    }
    let mistakes = recordingMistakes {
      checkingInvariants(of: stored) { #expect(derived.value == 1) }
    }
    #expect(mistakes.count == 1)
    #expect(other.value == 0)
  }

  @Test func `so is one that an effect needs, and who reads what it wrote is not woken`() {
    var runs = 0
    updater.keepUpToDate {
      _ = other.value
      runs += 1
    }
    let derived = DerivedProperty { () -> Int in
      other.value = source.value
      return source.value + 1
    }
    var log: [Int] = []
    let mistakes = recordingMistakes {
      updater.keepUpToDate { log.append(derived.value) }
      checkingInvariants(of: stored) { source.value = 1 }
    }
    #expect(mistakes.allSatisfy { $0.hasPrefix("writeInDerivation") })
    #expect(mistakes.count == 2)
    #expect(log == [1, 2])
    #expect(runs == 1)
  }
}
