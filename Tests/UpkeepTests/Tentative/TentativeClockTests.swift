import Testing

@testable import Upkeep

/// Law 17 for tentative properties: a `Clock` on the isolation of their owner.
@Suite(.leavesNothing) struct TentativeClockTests {
  let clock = TestClock()

  /// Each value that a property shows.
  @MainActor
  private func values(
    of tentative: TentativeProperty<Int>, in updater: Updater
  ) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    updater.keepUpToDate {
      MainActor.assertIsolated()
      continuation.yield(tentative.value)
    }
    return stream
  }

  @MainActor @Test(.hops)
  func `on the main actor a value ends at its deadline and not before`() async {
    let parent = StoredProperty(1)
    let tentative = TentativeProperty(
      parent, tentativeValueValidFor: .milliseconds(200), clock: clock)
    let updater = Updater()
    var shown = values(of: tentative, in: updater).makeAsyncIterator()
    #expect(await shown.next() == 1)
    tentative.value = 76
    #expect(await shown.next() == 76)
    parent.value = 42
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(199))
    await clock.sleepers(1)
    #expect(tentative.value == 76)
    clock.advance(by: .milliseconds(1))
    #expect(await shown.next() == 42)
    #expect(!tentative.isTentative)
    #expect(Graph.violations(around: [parent]) == [])
  }

  @MainActor @Test(.hops) func `the system's clock is not asked to wait for ever`() async {
    let century = Duration.seconds(36_525 * 86_400)
    for duration in [century - .nanoseconds(1), .seconds(Int64.max), Duration(attoseconds: .max)] {
      let tentative = TentativeProperty(StoredProperty(1), tentativeValueValidFor: duration)
      tentative.value = 76
      // Tasks that wait have begun to do so.
      for _ in 0..<100 { await Task.yield() }
      #expect(tentative.value == 76)
    }
  }

  @MainActor @Test(.hops)
  func `a timer that has rung already does not end the value written since`()
    async
  {
    let parent = StoredProperty(1)
    let tentative = TentativeProperty(
      parent, tentativeValueValidFor: .milliseconds(200), clock: clock)
    let updater = Updater()
    var shown = values(of: tentative, in: updater).makeAsyncIterator()
    #expect(await shown.next() == 1)
    tentative.value = 2
    #expect(await shown.next() == 2)
    await clock.sleepers(1)
    // The timer's task is on its way to this actor, which is busy.
    clock.advance(by: .milliseconds(200))
    tentative.value = 3
    #expect(await shown.next() == 3)
    await clock.sleepers(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(tentative.value == 3)
    clock.advance(by: .milliseconds(200))
    #expect(await shown.next() == 1)
  }

  @MainActor @Test(.hops) func `writing again restarts the deadline, and one timer is left`()
    async
  {
    let parent = StoredProperty(1)
    let tentative = TentativeProperty(
      parent, tentativeValueValidFor: .milliseconds(200), clock: clock)
    for value in 2...5 {
      tentative.value = value
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(150))
    }
    await clock.sleepers(1)
    #expect(tentative.value == 5)
    tentative.revertTentative()
    await clock.sleepers(0)
    #expect(tentative.value == 1)
  }

  @MainActor @Test(.hops)
  func `a timer keeps nothing alive, and is cancelled with the property`()
    async
  {
    let parent = StoredProperty(1)
    var tentative: TentativeProperty? = TentativeProperty(
      parent, tentativeValueValidFor: .seconds(1), clock: clock)
    weak let observed = tentative
    tentative?.value = 2
    await clock.sleepers(1)
    tentative = nil
    #expect(observed == nil)
    await clock.sleepers(0)
  }

  @MainActor @Test(.hops)
  func `a layer that comes back when a transaction is undone still expires`()
    async
  {
    struct Undo: Error {}
    let parent = StoredProperty(1)
    let tentative = TentativeProperty(parent, clock: clock)
    let updater = Updater()
    var shown = values(of: tentative, in: updater).makeAsyncIterator()
    #expect(await shown.next() == 1)
    let layer = tentative.set(5, until: .for(.seconds(10)))
    #expect(await shown.next() == 5)
    await clock.sleepers(1)
    clock.advance(by: .seconds(4))
    try? transaction {
      layer.fail()
      tentative.set(6, until: .for(.seconds(1)))
      throw Undo()
    }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await clock.sleepers(1)
    #expect(layer.isActive)
    clock.advance(by: .seconds(1))
    #expect(await shown.next() == 1)
  }

  /// An actor of the program's, which owns its property.
  private actor Editor {
    let parent = StoredProperty(1)
    private let updater = Updater()
    private var tentative: TentativeProperty<Int>?
    private let shown: AsyncStream<Int>.Continuation

    init(_ shown: AsyncStream<Int>.Continuation) { self.shown = shown }

    /// Tells of each value that shows, and of -1 if that is not where the actor runs.
    func start(_ clock: TestClock) {
      let tentative = TentativeProperty(
        parent, tentativeValueValidFor: .milliseconds(200), clock: clock)
      self.tentative = tentative
      let home = Self.whereabouts
      updater.keepUpToDate { [shown] in
        shown.yield(Self.whereabouts == home ? tentative.value : -1)
      }
    }

    /// Tells the isolation that runs from any other.
    private static var whereabouts: UnsafeMutableRawPointer? {
      Owner.current(Context.current)?.toOpaque()
    }

    func write(_ value: Int) { tentative?.value = value }
    func writeParent(_ value: Int) { parent.value = value }
    func watch(_ value: Int) { tentative?.set(value, until: .untilConfirmed) }
    func violations() -> [String] { Graph.violations(around: [parent]).map { "\($0)" } }
  }

  @Test(.hops) func `on an actor a value ends at its deadline, on that actor`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    let editor = Editor(continuation)
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
  }

  @Test(.hops) func `a timer does not keep an actor alive that owns the property`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var shown = stream.makeAsyncIterator()
    weak var observed: Editor?
    do {
      let editor = Editor(continuation)
      observed = editor
      await editor.start(clock)
      await editor.write(5)
      #expect(await shown.next() == 1)
      #expect(await shown.next() == 5)
      await clock.sleepers(1)
    }
    await clock.sleepers(0)
    #expect(observed == nil)
  }
}
