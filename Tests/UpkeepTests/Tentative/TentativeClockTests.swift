import Differential
import Testing

@testable import Upkeep

/// Law 17 for tentative properties: a `Clock` on the isolation of their owner.
///
/// `YoyoExampleTests` covers the deadline of a value that the main actor owns. `TimedClockTests`
/// covers a timer that ends with its property.
@Suite(.leavesNothing) struct TentativeClockTests {
  let clock = TestClock()

  @MainActor @Test(.hops) func `the system's clock is not asked to wait for ever`() async {
    let century = Duration.seconds(36_525 * 86_400)
    for duration in [century - .nanoseconds(1), .seconds(Int64.max), Duration(attoseconds: .max)] {
      let tentative = TentativeProperty(StoredProperty(1), tentativeValueValidFor: duration)
      tentative.value = 76
      // By now any waiting task sleeps.
      for _ in 0..<100 { await Task.yield() }
      #expect(tentative.value == 76)
    }
  }

  @MainActor @Test(.hops)
  func `by every initializer, a value with a deadline ends by the system's clock`() async {
    let parent = StoredProperty(1)
    let made = [
      TentativeProperty(parent), TentativeProperty(parent, until: .for(.milliseconds(1))),
      TentativeProperty(parent, changes: .always),
      TentativeProperty(parent, tentativeValueValidFor: .milliseconds(1)),
      TentativeProperty(parent) { new, _ in new },
    ]
    let mistakes = recordingMistakes {
      for tentative in made { tentative.set(2, until: .for(.milliseconds(1))) }
      made[1].value = 3
    }
    #expect(mistakes == [])
    #expect(await eventually { made.allSatisfy { $0.value == 1 } })
  }

  @MainActor @Test(.hops)
  func `a timer that has rung does not end the value written since`() async {
    let tentative = TentativeProperty(
      StoredProperty(1), tentativeValueValidFor: .milliseconds(200), clock: clock)
    tentative.value = 2
    await clock.sleepers(1)
    // This actor is busy, so the timer's task waits for it.
    clock.advance(by: .milliseconds(200))
    tentative.value = 3
    await clock.sleepers(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(tentative.value == 3)
    clock.advance(by: .milliseconds(200))
    #expect(await eventually { tentative.value == 1 })
  }

  /// An actor that owns its property.
  private actor Editor {
    let parent = StoredProperty(1)
    private let updater = Updater()
    private var tentative: TentativeProperty<Int>?
    private let shown: AsyncStream<Int>.Continuation

    init(_ shown: AsyncStream<Int>.Continuation) { self.shown = shown }

    /// Sends each value that the property shows, or -1 outside the actor.
    func start(_ clock: TestClock) {
      let tentative = TentativeProperty(
        parent, tentativeValueValidFor: .milliseconds(200), clock: clock)
      self.tentative = tentative
      let home = Isolation.identity
      updater.keepUpToDate { [shown] in
        shown.yield(Isolation.identity == home ? tentative.value : -1)
      }
    }

    func write(_ value: Int) { tentative?.value = value }
    func writeParent(_ value: Int) { parent.value = value }
    func watch(_ value: Int) { tentative?.set(value, until: .untilConfirmed) }
    func violations() -> [String] { Graph.violations(around: [parent]).map { "\($0)" } }
  }

  @Test(.hops) func `on an actor a value ends at its deadline, on that actor`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    weak var observed: Editor?
    do {
      let editor = Editor(continuation)
      observed = editor
      await editor.start(clock)
      #expect(await shown.next() == 1)
      for round in 1...20 {
        await editor.write(100 + round)
        #expect(await shown.next() == 100 + round)
        await editor.writeParent(round * 2)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(200))
        #expect(await shown.next() == round * 2)
      }
      await editor.watch(7)
      #expect(await shown.next() == 7)
      await editor.writeParent(7)
      await editor.writeParent(8)
      #expect(await shown.next() == 8)
      #expect(await editor.violations() == [])
      await editor.write(5)
      #expect(await shown.next() == 5)
      await clock.sleepers(1)
    }
    // The timer retains neither the property nor its actor.
    await clock.sleepers(0)
    #expect(observed == nil)
  }
}
