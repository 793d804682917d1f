import Differential
import Testing

@testable import Upkeep

private struct Broken: Error {}

extension FeedStatus {
  fileprivate var text: String {
    switch self {
    case .running: "running"
    case .finished: "finished"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}

/// An actor whose graph is fed.
private actor Station {
  let celsius = StoredProperty(0)
  let shown = ConnectableProperty(0)
  let updater = Updater()
  private(set) var seen: [Int] = []
  private var token: FeedToken?

  init() {}

  /// Feeds in `init`, where no compiler says which actor runs.
  init(_ numbers: AsyncStream<Int>) { updater.feed(celsius, from: numbers, on: self) }

  func follow(_ numbers: AsyncStream<Int>) {
    updater.keepUpToDate { [weak self] in
      self?.assumeIsolated { $0.seen.append($0.celsius.value) }
    }
    token = updater.feed(celsius, from: numbers)
  }
  func follow(throwing numbers: AsyncThrowingStream<Int, any Error>) {
    token = updater.feed(celsius, from: numbers)
  }
  func show(_ numbers: AsyncStream<Int>) { token = updater.feed(shown, from: numbers) }
  func stop(at last: Int, of numbers: AsyncStream<Int>) {
    updater.onTransition(celsius, initially: false) { [updater] _, new in
      if new == last { updater.cancel() }
    }
    token = updater.feed(celsius, from: numbers)
  }
  func cancel() { token?.cancel() }
  func cancelAll() { updater.cancel() }
  var value: Int { celsius.value }
  var valueShown: Int { shown.value }
  var status: String { token?.status.value.text ?? "" }
  var isCancelled: Bool { token?.isCancelled ?? true }
}

@Suite(.leavesNothing) struct FeedTests {
  @Test(.hops) func `elements are written on the owner, in order, and the end is a value`() async {
    let station = Station()
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    await station.follow(numbers)
    #expect(await station.status == "running")
    for number in 1...100 { feed.yield(number) }
    feed.finish()
    #expect(await eventually { await station.status == "finished" })
    #expect(await station.isCancelled)
    #expect(await station.seen == Array(0...100))
  }

  @Test(.hops) func `an error is the last status, and the last value stays`() async {
    let station = Station()
    let (numbers, feed) = AsyncThrowingStream<Int, any Error>.makeStream()
    await station.follow(throwing: numbers)
    feed.yield(7)
    feed.finish(throwing: Broken())
    #expect(await eventually { await station.status == "failed: Broken()" })
    #expect(await station.value == 7)
  }

  @Test(.hops) func `a feed that is cancelled writes no more, and its task ends`() async {
    for cancelsAll in [false, true] {
      let station = Station()
      let ended = Flag()
      let (numbers, feed) = AsyncStream<Int>.makeStream()
      feed.onTermination = { _ in ended.set() }
      await station.follow(numbers)
      feed.yield(1)
      #expect(await eventually { await station.value == 1 })
      if cancelsAll { await station.cancelAll() } else { await station.cancel() }
      feed.yield(2)
      #expect(await eventually { ended.isSet })
      #expect(await station.value == 1)
      #expect(await station.status == "cancelled")
    }
  }

  @Test(.hops)
  func `a source that the program holds learns that its feed was stopped by an element`()
    async
  {
    let station = Station()
    let ended = Flag()
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    feed.onTermination = { _ in ended.set() }
    await station.stop(at: 2, of: numbers)
    for number in 1...3 { feed.yield(number) }
    #expect(await eventually { ended.isSet })
    #expect(await station.value == 2)
    withExtendedLifetime(numbers) {}
  }

  @Test(.hops) func `a feed ends with its updater, and does not keep the actor`() async {
    var station: Station? = Station()
    weak let gone = station
    let ended = Flag()
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    feed.onTermination = { _ in ended.set() }
    await station!.follow(numbers)
    feed.yield(1)
    #expect(await eventually { await gone?.value == 1 })
    station = nil
    feed.yield(2)
    #expect(await eventually { gone == nil && ended.isSet })
  }

  @Test(.hops) func `a connectable property is fed, too`() async {
    let station = Station()
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    await station.show(numbers)
    feed.yield(3)
    #expect(await eventually { await station.valueShown == 3 })
    feed.finish()
  }

  @Test(.hops) func `an actor may feed in its init`() async {
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    let station = Station(numbers)
    feed.yield(3)
    #expect(await eventually { await station.value == 3 })
    feed.finish()
  }

  @Test(.hops) func `the values of one actor's property feed another's`() async {
    let (thermostat, station) = (Thermostat(), Station())
    await station.follow(every: thermostat.every(1_000))
    await thermostat.count(to: 500, yieldingEvery: 10)
    #expect(await eventually { await station.value == 500 })
  }

  @Test(.hops) func `a feed is refused where no actor runs`() {
    let updater = Updater()
    let count = StoredProperty(0)
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    var token: FeedToken?
    var reports: [String] = []
    withMisuseHandler({ reports.append("\($0)") }) {
      token = updater.feed(count, from: numbers, name: "F")
    }
    feed.finish()
    #expect(reports.count == 1)
    #expect(reports.first?.contains("the feed F (") == true)
    #expect(token?.isCancelled == true)
    #expect(token?.status.value.text == "cancelled")
  }

  @MainActor @Test(.hops)
  func `a feed whose updater a deferred clean-up cancels before it begins is cancelled`() {
    let updater = Updater()
    let count = StoredProperty(0)
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    let slot = SharedSlot<Updater>()
    slot.content = Updater()
    slot.content?.keepUpToDate { token in token.onCleanUp { updater.cancel() } }
    slot.dropElsewhere()
    let token = updater.feed(count, from: numbers)
    feed.finish()
    #expect(token.isCancelled)
    #expect(token.status.value.text == "cancelled")
  }

  enum End: CaseIterable, Sendable {
    case cancelled, undone, undoneTwice, withUpdater, withUpdaterUndone, byOlderEffect
  }

  @MainActor @Test(.hops, arguments: End.allCases)
  func `a feed of a transaction that ends before it has begun is cancelled`(end: End) throws {
    struct Undo: Error {}
    let (updater, count) = (Updater(), StoredProperty(0))
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    var token: FeedToken?
    updater.keepUpToDate { if count.value == 1 { token?.cancel() } }
    try? transaction {
      switch end {
      case .cancelled:
        token = updater.feed(count, from: numbers)
        token?.cancel()
      case .undone:
        token = updater.feed(count, from: numbers)
        throw Undo()
      case .undoneTwice:
        try? transaction {
          token = updater.feed(count, from: numbers)
          throw Undo()
        }
        throw Undo()
      case .withUpdater:
        token = Updater().feed(count, from: numbers)
      case .withUpdaterUndone:
        token = Updater().feed(count, from: numbers)
        throw Undo()
      case .byOlderEffect:
        token = updater.feed(count, from: numbers)
        count.value = 1
      }
    }
    feed.finish()
    let ended = try #require(token)
    #expect(ended.isCancelled)
    #expect(ended.status.value.text == "cancelled")
    token = nil
  }

  @Test(.hops) @MainActor
  func `a feed of a transaction begins with its commit, and not at all if undone`()
    async
  {
    struct Undo: Error {}
    let updater = Updater()
    let count = StoredProperty(0)
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    try? transaction {
      updater.feed(count, from: numbers)
      throw Undo()
    }
    feed.yield(1)
    for _ in 0..<20 { await Task.yield() }
    #expect(count.value == 0)
    transaction { _ = updater.feed(count, from: numbers) }
    #expect(await eventually { count.value == 1 })
  }
}

extension Station {
  fileprivate func follow(every numbers: EveryValue<Int>) {
    token = updater.feed(celsius, from: numbers)
  }
}
