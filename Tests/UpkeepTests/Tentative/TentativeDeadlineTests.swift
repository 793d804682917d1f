import Testing

@testable import Upkeep

/// Layers that end after a time, by a clock that is advanced by hand.
@Suite(.leavesNothing) struct TentativeDeadlineTests {
  let clock = ManualClock(name: "clock")
  let parent = StoredProperty(1)

  private func tentative(for milliseconds: Int = 200) -> TentativeProperty<Int> {
    TentativeProperty(parent, tentativeValueValidFor: .milliseconds(milliseconds), clock: clock)
  }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  @Test func `a layer's deadline runs nothing if the parent shows the same value`() {
    let tentative = tentative()
    let shown = Seen { tentative.value }
    checkingInvariants(of: [parent, tentative]) {
      tentative.value = 76
      parent.value = 76
      advance(200)
      #expect((shown.values, tentative.isTentative) == ([1, 76], false))
      parent.value = 77
    }
    #expect(shown.values == [1, 76, 77])
  }

  @Test func `the deadline belongs to the value written last`() {
    let tentative = tentative()
    tentative.value = 2
    advance(150)
    tentative.value = 2
    advance(199)
    #expect(tentative.value == 2)
    advance(1)
    #expect(tentative.value == 1)
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
    let shown = Seen { "\(tentative.value) \(tentative.isTentative)" }
    tentative.value = 2
    let layer = tentative.set(3, until: .for(.seconds(-1)))
    #expect((layer.isActive, clock.alarmCount) == (false, 0))
    tentative.set(4)
    #expect(shown.values == ["1 false", "4 true"])
  }

  @Test func `an advance ends every layer and property that it passes, in one run`() {
    let (one, two) = (tentative(), tentative())
    let shown = Seen { [one.value, two.value] }
    batch {
      for number in 1...10 { one.apply(until: .for(.milliseconds(number))) { $0 + 10 } }
      two.value = 6
    }
    advance(4)
    advance(1_000)
    #expect(shown.values == [[1, 1], [101, 6], [61, 6], [1, 1]])
  }

  @Test func `a layer that has ended or was dropped waits for the clock no more`() {
    var tentative: TentativeProperty? = tentative()
    tentative?.value = 2
    let layer = tentative?.set(4, until: .for(.seconds(1)))
    for number in 0..<10_000 { tentative?.value = number }
    #expect(clock.alarmCount == 2 && clock.entryCount <= 64)
    layer?.confirm()
    #expect(clock.alarmCount == 1)
    tentative = nil
    #expect(clock.alarmCount == 0)
  }

  // The thread of a test has no actor.
  @Test func `a deadline where no actor runs is reported, and the value stays`() {
    let timeless = TentativeProperty(parent, name: "timeless")
    let mistakes = recordingMistakes { timeless.set(2, until: .for(.seconds(1))) }
    #expect((mistakes, timeless.value) == (["deadlineWithoutActor: timeless"], 2))
  }

  @Test func `a layer made while another layer is made ends as any other layer`() {
    let timeless = TentativeProperty(parent)
    var inner: TentativeLayer?
    var outer: TentativeLayer?
    withMisuseHandler({ _ in inner = timeless.set(5) }) {
      outer = timeless.set(3, until: .for(.seconds(1)))
    }
    #expect(timeless.value == 3)
    outer?.fail()
    #expect(timeless.value == 5)
    inner?.fail()
    #expect(timeless.value == parent.value)
  }

  @Test func `time passes in an effect, and a batch keeps what it ends to one run`() {
    let tentative = tentative()
    let tick = StoredProperty(0)
    let ticking = Seen { clock.advance(by: .milliseconds(tick.value)) }
    let shown = Seen { tentative.value }
    tentative.value = 2
    tick.value = 200
    #expect(shown.values == [1, 2, 1])
    batch {
      tentative.value = 3
      advance(200)
      #expect(tentative.value == 1)
    }
    #expect(shown.values == [1, 2, 1])
    withExtendedLifetime(ticking) {}
  }
}
