import Differential
import Testing

@testable import Upkeep

/// Law 17 for timed properties: a `Clock` on the isolation of their owner.
@Suite(.leavesNothing) struct TimedClockTests {
  let clock = TestClock()

  @MainActor @Test(.hops) func `a timer that has rung does not show a later change`() async {
    let source = StoredProperty(1)
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    source.value = 2
    await clock.sleepers(1)
    // This actor is busy, so the timer's task waits for it.
    clock.advance(by: .seconds(1))
    source.value = 3
    await clock.sleepers(1)
    #expect(debounced.value == 1)
    clock.advance(by: .seconds(1))
    await clock.sleepers(0)
    await eventually { !debounced.isPending }
    #expect(debounced.value == 3)
  }

  /// An actor that owns its properties.
  private actor Meter {
    private let source = StoredProperty(0)
    private let updater = Updater()
    private var shown: TimedProperty<Int>?
    private let out: AsyncStream<Int>.Continuation

    init(_ out: AsyncStream<Int>.Continuation) { self.out = out }

    /// Sends each value that the property shows, or -1 outside the actor.
    func start(_ clock: TestClock) {
      let shown = source.throttled(for: .seconds(1), clock: clock)
      self.shown = shown
      let home = Isolation.identity
      updater.keepUpToDate { [out] in out.yield(Isolation.identity == home ? shown.value : -1) }
    }

    func write(_ value: Int) { source.value = value }
    var isInInterval: Bool { shown?.alarm != nil }
  }

  @Test(.hops) func `on an actor a held value shows on that actor, which no timer keeps alive`()
    async
  {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    weak var observed: Meter?
    do {
      let meter = Meter(continuation)
      observed = meter
      await meter.start(clock)
      #expect(await shown.next() == 0)
      for round in 1...20 {
        await meter.write(round * 10)
        #expect(await shown.next() == round * 10)
        await meter.write(round * 10 + 1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await shown.next() == round * 10 + 1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        // The interval ends when the actor's job has run.
        while await meter.isInInterval { await Task.yield() }
      }
      await meter.write(999)
      #expect(await shown.next() == 999)
      await clock.sleepers(1)
    }
    await clock.sleepers(0)
    #expect(observed == nil)
  }
}
