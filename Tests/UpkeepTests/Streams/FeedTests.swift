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

  /// Feeds in `init`, where the compiler does not know which actor runs.
  init(_ numbers: AsyncStream<Int>) { updater.feed(celsius, from: numbers, on: self) }

  func follow<Numbers: AsyncSequence & Sendable>(_ numbers: Numbers) where Numbers.Element == Int {
    updater.keepUpToDate { [weak self] in
      self?.assumeIsolated { $0.seen.append($0.celsius.value) }
    }
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

/// A station, and the stream of numbers that it follows.
private struct Fed {
  let station = Station()
  let numbers: AsyncStream<Int>
  let feed: AsyncStream<Int>.Continuation
  /// Set when nothing reads the stream any more.
  let ended = Flag()

  init() {
    (numbers, feed) = AsyncStream<Int>.makeStream()
    feed.onTermination = { [ended] _ in ended.set() }
  }
}

@Suite(.leavesNothing) struct FeedTests {
  @Test(.hops) func `elements are written on the owner, in order, and the end is a value`() async {
    let fed = Fed()
    await fed.station.follow(fed.numbers)
    #expect(await fed.station.status == "running")
    for number in 1...100 { fed.feed.yield(number) }
    fed.feed.finish()
    #expect(await eventually { await fed.station.status == "finished" })
    #expect(await fed.station.isCancelled)
    #expect(await fed.station.seen == Array(0...100))
  }

  @MainActor @Test(.hops)
  func `an equal element is no change, unless the property's rule counts every write`() async {
    let updater = Updater()
    let (plain, counted) = (StoredProperty(0), StoredProperty(0, changes: .always))
    var runs = [0, 0]
    updater.keepUpToDate(dependencies: [plain]) { runs[0] += 1 }
    updater.keepUpToDate(dependencies: [counted]) { runs[1] += 1 }
    for property in [plain, counted] {
      let (numbers, feed) = AsyncStream<Int>.makeStream()
      for _ in 1...5 { feed.yield(1) }
      feed.finish()
      let token = updater.feed(property, from: numbers)
      #expect(token.status.value.isRunning)
      #expect(await eventually { !token.status.value.isRunning })
    }
    #expect(runs == [2, 6])
  }

  @Test func `a feed that has ended in any way is not running`() {
    let states = [FeedStatus.running, .finished, .failed(Broken()), .cancelled]
    #expect(states.map(\.isRunning) == [true, false, false, false])
  }

  @Test(.hops) func `an error is the last status, and the last value stays`() async {
    let station = Station()
    let (numbers, feed) = AsyncThrowingStream<Int, any Error>.makeStream()
    await station.follow(numbers)
    feed.yield(7)
    feed.finish(throwing: Broken())
    #expect(await eventually { await station.status == "failed: Broken()" })
    #expect(await station.value == 7)
  }

  @Test(.hops, arguments: [false, true])
  func `a feed that is cancelled writes no more, and its task ends`(cancelsAll: Bool) async {
    let fed = Fed()
    await fed.station.follow(fed.numbers)
    fed.feed.yield(1)
    #expect(await eventually { await fed.station.value == 1 })
    if cancelsAll { await fed.station.cancelAll() } else { await fed.station.cancel() }
    fed.feed.yield(2)
    #expect(await eventually { fed.ended.isSet })
    #expect(await fed.station.value == 1)
    #expect(await fed.station.status == "cancelled")
  }

  @Test(.hops)
  func `a source that the program holds learns that its feed was stopped by an element`()
    async
  {
    let fed = Fed()
    await fed.station.stop(at: 2, of: fed.numbers)
    for number in 1...3 { fed.feed.yield(number) }
    #expect(await eventually { fed.ended.isSet })
    #expect(await fed.station.value == 2)
  }

  @Test(.hops) func `a feed ends with its updater, and does not keep the actor`() async {
    var fed: Fed? = Fed()
    weak let gone = fed?.station
    let (feed, ended) = (fed!.feed, fed!.ended)
    await fed!.station.follow(fed!.numbers)
    feed.yield(1)
    #expect(await eventually { await gone?.value == 1 })
    fed = nil
    feed.yield(2)
    #expect(await eventually { gone == nil && ended.isSet })
  }

  @Test(.hops) func `a connectable property is fed, too, and an actor may feed in its init`() async
  {
    let (fed, other) = (Fed(), Fed())
    await fed.station.show(fed.numbers)
    let station = Station(other.numbers)
    for feed in [fed.feed, other.feed] { feed.yield(3) }
    #expect(await eventually { await fed.station.valueShown == 3 })
    #expect(await eventually { await station.value == 3 })
    for feed in [fed.feed, other.feed] { feed.finish() }
  }

  @Test(.hops) func `the values of one actor's property feed another's`() async {
    let (thermostat, station) = (Thermostat(), Station())
    await station.follow(thermostat.every(1_000))
    await thermostat.count(to: 500, yieldingEvery: 10)
    #expect(await eventually { await station.value == 500 })
  }

  @Test(.hops) func `a feed is refused where no actor runs`() {
    let updater = Updater()
    let count = StoredProperty(0)
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    var token: FeedToken?
    let reports = misuses { token = updater.feed(count, from: numbers, name: "F") }
    feed.finish()
    #expect(reports.count == 1)
    #expect("\(reports)".contains("the feed F ("))
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
    let (updater, count) = (Updater(), StoredProperty(0))
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    var token: FeedToken?
    updater.keepUpToDate { if count.value == 1 { token?.cancel() } }
    try? transaction {
      switch end {
      case .cancelled, .undone, .byOlderEffect: token = updater.feed(count, from: numbers)
      case .undoneTwice: undoneTransaction { token = updater.feed(count, from: numbers) }
      case .withUpdater, .withUpdaterUndone: token = Updater().feed(count, from: numbers)
      }
      if end == .cancelled { token?.cancel() }
      if end == .byOlderEffect { count.value = 1 }
      if [.undone, .undoneTwice, .withUpdaterUndone].contains(end) { throw Refusal() }
    }
    feed.finish()
    let ended = try #require(token)
    #expect(ended.isCancelled)
    #expect(ended.status.value.text == "cancelled")
    token = nil
  }

  @Test(.hops) @MainActor func `a feed of a transaction begins with its commit`() async {
    let (updater, count) = (Updater(), StoredProperty(0))
    let (numbers, feed) = AsyncStream<Int>.makeStream()
    feed.yield(1)
    transaction {
      updater.feed(count, from: numbers)
      #expect(count.value == 0)
    }
    #expect(await eventually { count.value == 1 })
  }
}
