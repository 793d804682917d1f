import Testing

@testable import Upkeep

/// `delayed`: each change shows a time after it has happened.
@Suite(.leavesNothing) struct DelayedTests {
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(0)

  @Test func `each change shows the duration after it has happened, in order`() {
    let delayed = source.delayed(by: .seconds(3), clock: clock)
    let shown = Seen { "\(clock.now.offset.components.seconds): \(delayed.value)" }
    for second in 1...4 {
      clock.advance(by: .seconds(1))
      source.value = second * 10
    }
    for _ in 0..<5 { clock.advance(by: .seconds(1)) }
    #expect(shown.values == ["0: 0", "4: 10", "5: 20", "6: 30", "7: 40"])
  }

  @Test func `a change is pending while it is on its way, also if the source has come back`() {
    let delayed = source.delayed(by: .seconds(3), clock: clock)
    source.value = 1
    clock.advance(by: .seconds(1))
    source.value = 0
    #expect(delayed.isPending)
    clock.advance(by: .seconds(2))
    #expect((delayed.value, delayed.isPending) == (1, true))
    clock.advance(by: .seconds(1))
    #expect((delayed.value, delayed.isPending, clock.alarmCount) == (0, false, 0))
  }

  @Test func `the release of a value may advance the clock`() {
    let source = StoredProperty<[AnyObject]>([])
    let delayed = source.delayed(by: .seconds(2), clock: clock)
    source.value = [Witness { [clock] in clock.advance(by: .seconds(1)) }]
    source.value = []
    clock.advance(by: .seconds(1))
    let last = Holder(3)
    source.value = [last]
    for wait in [1, 60] { clock.advance(by: .seconds(wait)) }
    #expect(delayed.value.first === last && !delayed.isPending && clock.alarmCount == 0)
  }

  @Test func `a batch is one change, and changes whose moments one advance passes show as one`() {
    let delayed = source.delayed(by: .seconds(3), clock: clock)
    let shown = Seen { delayed.value }
    batch {
      for value in [1, 2] { source.value = value }
      #expect(delayed.isPending)
    }
    batch { for value in [9, 2] { source.value = value } }
    #expect(delayed.queue.count == 1)
    for number in 3...5 {
      source.value = number
      clock.advance(by: .milliseconds(1))
    }
    clock.advance(by: .seconds(60))
    #expect(shown.values == [0, 5])
  }

  @Test func `a single timer waits for the earliest change, and past changes take no room`() {
    let delayed = source.delayed(by: .seconds(3), clock: clock)
    for number in 1...10_000 {
      source.value = number
      clock.advance(by: .seconds(1))
      #expect(delayed.queue.count <= 3)
    }
    #expect(clock.alarmCount == 1)
    clock.advance(by: .seconds(3))
    #expect((delayed.value, delayed.isPending) == (10_000, false))
  }

  @Test func `passed values are released, and their deinit may write`() {
    final class Item {}
    let released = StoredProperty(0)
    let source = StoredProperty<[AnyObject]>([])
    let delayed = source.delayed(by: .seconds(1), clock: clock)
    for _ in 0..<10 {
      source.value = [
        Witness {
          released.value += 1
          source.value = [Item()]
        }
      ]
    }
    for count in [9, 10, 10] {
      clock.advance(by: .seconds(1))
      #expect(released.value == count)
    }
    #expect(delayed.value.first is Item && !delayed.isPending)
  }
}
