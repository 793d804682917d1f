import Testing

@testable import Upkeep

/// Layers that end in time, by a clock that is advanced by hand.
@Suite(.leavesNothing) struct TentativeDeadlineTests {
  let updater = scopedUpdater()
  let clock = ManualClock(name: "clock")
  let parent = StoredProperty(1)

  private func tentative(for milliseconds: Int = 200) -> TentativeProperty<Int> {
    TentativeProperty(
      parent, tentativeValueValidFor: .milliseconds(milliseconds), clock: clock)
  }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  @Test func `shows what was written up to its deadline, and its parent from then on`() {
    let tentative = tentative()
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 76
      parent.value = 42
      advance(199)
    }
    #expect(log == [1, 76])
    checkingInvariants(of: [parent, tentative]) { advance(1) }
    #expect(log == [1, 76, 42])
    #expect(!tentative.isTentative)
  }

  @Test func `says nothing at the deadline if its parent shows the same`() {
    let tentative = tentative()
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    tentative.value = 76
    parent.value = 76
    advance(200)
    #expect(log == [1, 76])
    parent.value = 77
    #expect(log == [1, 76, 77])
  }

  @Test func `writing again restarts the deadline`() {
    let tentative = tentative()
    tentative.value = 2
    advance(150)
    tentative.value = 2
    advance(199)
    #expect(tentative.value == 2)
    advance(1)
    #expect(clock.now == .milliseconds(350))
    #expect(tentative.value == 1)
  }

  @Test func `the timer of an earlier value never ends a later one`() {
    let tentative = tentative()
    tentative.value = 2
    advance(100)
    tentative.revertTentative()
    tentative.value = 3
    advance(100)
    #expect(tentative.value == 3)
    tentative.set(4)
    advance(1_000)
    #expect(tentative.value == 4)
  }

  @Test func `a validity of zero or less is over at once`() {
    let tentative = tentative(for: 0)
    var runs = 0
    updater.keepUpToDate {
      _ = (tentative.value, tentative.isTentative)
      runs += 1
    }
    tentative.value = 2
    #expect(!tentative.set(3, until: .for(.seconds(-1))).isActive)
    #expect((tentative.value, runs) == (1, 1))
    #expect(clock.alarmCount == 0)
    tentative.set(4)
    #expect(tentative.value == 4)
  }

  @Test func `an advance ends every layer that it passes, in one run`() {
    let tentative = tentative()
    var log: [Int] = []
    updater.keepUpToDate { log.append(tentative.value) }
    for number in 1...10 {
      tentative.apply(until: .for(.milliseconds(number))) { $0 + 10 }
    }
    log = []
    advance(4)
    #expect(log == [61])
    advance(100)
    #expect(log == [61, 1])
  }

  @Test func `several properties whose deadlines are passed in one advance are one batch`() {
    let (one, two) = (tentative(for: 100), tentative(for: 200))
    one.value = 5
    two.value = 6
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([one.value, two.value]) }
    advance(1_000)
    #expect(log == [[5, 6], [1, 1]])
  }

  @Test func `what has ended or was dropped waits for the clock no more`() {
    var tentative: TentativeProperty? = tentative()
    tentative?.value = 2
    tentative?.value = 3
    let layer = tentative?.set(4, until: .for(.seconds(1)))
    #expect(clock.alarmCount == 2)
    layer?.confirm()
    #expect(clock.alarmCount == 1)
    tentative = nil
    #expect(clock.alarmCount == 0)
  }

  @Test func `released alarms take no room`() {
    let tentative = tentative()
    for number in 0..<10_000 { tentative.value = number }
    #expect(clock.alarmCount == 1)
    #expect(clock.entryCount <= 64)
  }

  @Test func `a property that ends by itself needs a clock`() {
    let timeless = TentativeProperty(parent, name: "timeless")
    let mistakes = recordingMistakes { timeless.set(2, until: .for(.seconds(1))) }
    #expect(mistakes == ["deadlineWithoutClock: timeless"])
    #expect(timeless.value == 2)
  }

  @Test func `time passes in an effect, and a batch keeps what it ends to one run`() {
    let tentative = tentative()
    let tick = StoredProperty(0)
    var log: [Int] = []
    updater.keepUpToDate { clock.advance(by: .milliseconds(tick.value)) }
    updater.keepUpToDate { log.append(tentative.value) }
    tentative.value = 2
    tick.value = 200
    #expect(log == [1, 2, 1])
    batch {
      tentative.value = 3
      advance(200)
      #expect(tentative.value == 1)
    }
    #expect(log == [1, 2, 1])
  }
}
