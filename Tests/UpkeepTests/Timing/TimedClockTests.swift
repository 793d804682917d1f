import Differential
import Testing

@testable import Upkeep

/// Law 17 for timed properties: a `Clock` on the isolation of their owner.
@Suite(.leavesNothing) struct TimedClockTests {
  let clock = TestClock()

  @MainActor @Test(.hops)
  func `on the main actor a debounced value shows at its moment and not before`() async {
    let source = StoredProperty(1)
    let debounced = source.debounced(for: .milliseconds(300), clock: clock)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    let updater = Updater()
    updater.keepUpToDate {
      MainActor.assertIsolated()
      continuation.yield(debounced.value)
    }
    #expect(await shown.next() == 1)
    source.value = 2
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(200))
    source.value = 3
    clock.advance(by: .milliseconds(100))
    // The timer is set anew for what is left.
    await clock.sleepers(0)
    await clock.sleepers(1)
    #expect((debounced.value, debounced.isPending) == (1, true))
    clock.advance(by: .milliseconds(199))
    await clock.sleepers(1)
    #expect(debounced.isPending)
    clock.advance(by: .milliseconds(1))
    #expect(await shown.next() == 3)
    #expect(!debounced.isPending)
    #expect(Graph.violations(around: [source]) == [])
  }

  @MainActor @Test(.hops) func `changes show in order, each at its moment`() async {
    let source = StoredProperty(0)
    let delayed = source.delayed(by: .seconds(3), clock: clock)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    let updater = Updater()
    updater.keepUpToDate { continuation.yield(delayed.value) }
    #expect(await shown.next() == 0)
    for number in 1...3 {
      source.value = number
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      if number == 3 { #expect(await shown.next() == 1) }
    }
    for number in 2...3 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      #expect(await shown.next() == number)
    }
    await clock.sleepers(0)
  }

  @MainActor @Test(.hops) func `a timer keeps nothing alive, and is cancelled with the property`()
    async
  {
    let source = StoredProperty(1)
    var timed: [TimedProperty<Int>] = [
      source.debounced(for: .seconds(1), clock: clock),
      source.throttled(for: .seconds(1), clock: clock),
      source.delayed(by: .seconds(1), clock: clock),
    ]
    weak let observed = timed[0]
    source.value = 2
    await clock.sleepers(3)
    timed = []
    #expect(observed == nil)
    await clock.sleepers(0)
  }

  @MainActor @Test(.hops) func `coming back cancels the timer`() async {
    let source = StoredProperty(1)
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    source.value = 2
    await clock.sleepers(1)
    source.value = 1
    await clock.sleepers(0)
    #expect(!debounced.isPending)
  }

  @MainActor @Test(.hops)
  func `a timer that has rung already does not show what has changed since`() async {
    let source = StoredProperty(1)
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    source.value = 2
    await clock.sleepers(1)
    // The timer's task is on its way to this actor, which is busy.
    clock.advance(by: .seconds(1))
    source.value = 3
    await clock.sleepers(1)
    #expect(debounced.value == 1)
    clock.advance(by: .seconds(1))
    await clock.sleepers(0)
    await eventually { !debounced.isPending }
    #expect(debounced.value == 3)
  }

  @MainActor @Test(.hops) func `the system's clock is not asked to wait for ever`() async {
    let source = StoredProperty(1)
    let debounced = source.debounced(for: Duration(attoseconds: .max))
    source.value = 2
    for _ in 0..<100 { await Task.yield() }
    #expect((debounced.value, debounced.isPending) == (1, true))
  }

  /// An actor of the program's, which owns its properties.
  private actor Meter {
    private let source = StoredProperty(0)
    private let updater = Updater()
    private var shown: TimedProperty<Int>?
    private let out: AsyncStream<Int>.Continuation

    init(_ out: AsyncStream<Int>.Continuation) { self.out = out }

    /// Tells of each value that shows, and of -1 if that is not where the actor runs.
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
        // The interval has ended when the actor has been told.
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
