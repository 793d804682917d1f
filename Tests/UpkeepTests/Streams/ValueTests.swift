import Differential
import Testing

@testable import Upkeep

/// An actor that owns a graph, whose values other isolations read.
actor Thermostat {
  let level = StoredProperty(0)
  lazy var doubled = level.map { $0 * 2 }
  let updater = Updater()

  var levels: LatestValues<Int> { level.values }
  var doubles: LatestValues<Int> { doubled.values }
  func every(_ limit: Int) -> EveryValue<Int> { level.values(.every(limit)) }
  func levelsOfUpdater() -> LatestValues<Int> { level.values(until: updater) }
  func set(_ level: Int) { self.level.value = level }
  func count(to end: Int, yieldingEvery step: Int) async {
    for number in 1...end {
      level.value = number
      if number.isMultiple(of: step) { await Task.yield() }
    }
  }
  func isLive() -> Bool { doubled.isLive }
  func watchLiveness(_ isOn: Flag, _ isOff: Flag) {
    level.livenessHandler = { $0 ? isOn.set() : isOff.set() }
  }
  func cancel() { updater.cancel() }
  func readers() -> [String] { retainers(of: level) }
  func readersOfDouble() -> [String] { retainers(of: doubled) }
}

/// An actor that does not own the graph.
actor Listener {
  private(set) var heard: [Int] = []
  private(set) var failure: LostChanges?
  private(set) var isDone = false

  func hear(_ value: Int) { heard.append(value) }

  func listen(to values: LatestValues<Int>, each: Duration? = nil) async {
    for await value in values {
      heard.append(value)
      if let each { try? await Task.sleep(for: each) }
    }
    isDone = true
  }

  func listen(to values: EveryValue<Int>) async {
    do throws(LostChanges) {
      for try await value in values { heard.append(value) }
    } catch {
      failure = error
    }
    isDone = true
  }
}

@Suite(.leavesNothing) struct ValueTests {
  // MARK: - The latest

  @Test(.hops) func `a reader begins with the present value, and skips to the latest change`()
    async
  {
    let thermostat = Thermostat()
    let doubles = await thermostat.doubles
    await thermostat.set(5)
    var iterator = doubles.makeAsyncIterator()
    #expect(await iterator.next() == 10)
    await thermostat.set(5)
    for level in 6...10 { await thermostat.set(level) }
    #expect(await iterator.next() == 20)
  }

  @Test(.hops) @MainActor func `a batch is one value, and an undone transaction none`() async {
    let level = StoredProperty(0)
    var iterator = level.values(.every(10)).makeAsyncIterator()
    batch {
      level.value = 1
      level.value = 2
    }
    undoneTransaction { level.value = 3 }
    level.value = 4
    var heard: [Int?] = []
    for _ in 0..<3 { heard.append(try? await iterator.next()) }
    #expect(heard == [0, 2, 4])
  }

  @Test(.hops, arguments: [false, true]) @MainActor
  func `values of a transaction begin when it has ended, committed or not`(isUndone: Bool) async {
    let level = StoredProperty(0)
    var values: LatestValues<Int>?
    try? transaction {
      level.value = 1
      values = level.values
      if isUndone { throw Refusal() }
    }
    var iterator = values?.makeAsyncIterator()
    #expect(await iterator?.next() == (isUndone ? 0 : 1))
  }

  @MainActor @Test(.hops) func `a stream of values has the last one of a loop`() async {
    let updater = Updater()
    let source = StoredProperty(0)
    let isOn = StoredProperty(false)
    var values = source.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    updater.keepUpToDate { if isOn.value { source.value += 1 } }
    #expect(misuses { isOn.value = true }.count == 1)
    #expect(await values.next() == 1_000)
  }

  // MARK: - Each

  @Test(.hops) func `a reader of every value that is fast enough gets each value`() async {
    let thermostat = Thermostat()
    let limit = 64
    let end = amount(10_000, long: 100_000)
    let (every, levels) = await (thermostat.every(limit), thermostat.levels)
    let (fast, slow) = (Listener(), Listener())
    let reading = Task { await fast.listen(to: every) }
    let skipping = Task { await slow.listen(to: levels, each: .milliseconds(1)) }
    #expect(await eventually { await fast.heard == [0] })
    for start in stride(from: 0, to: end, by: limit / 2) {
      for level in start..<min(end, start + limit / 2) { await thermostat.set(level + 1) }
      let last = min(end, start + limit / 2)
      #expect(await eventually { await fast.heard.last == last })
    }
    #expect(await fast.heard == Array(0...end))
    #expect(await eventually { await slow.heard.last == end })
    let skipped = await slow.heard
    #expect(skipped.count < end)
    #expect(skipped == skipped.sorted())
    reading.cancel()
    skipping.cancel()
    await reading.value
    await skipping.value
    #expect(await fast.failure == nil)
  }

  @Test(.hops) func `a reader of every value that is too slow is told how many were lost`()
    async throws
  {
    let thermostat = Thermostat()
    var iterator = await thermostat.every(3).makeAsyncIterator()
    for level in 1...7 { await thermostat.set(level) }
    #expect(try await iterator.next() == 0)
    #expect(try await iterator.next() == 1)
    await thermostat.set(8)
    #expect(try await iterator.next() == 2)
    let lost = await #expect(throws: LostChanges.self) { try await iterator.next() }
    #expect(lost?.count == 6)
    #expect(lost?.limit == 3)
    #expect("\(try #require(lost))".contains("3 may wait, and 6 more came, which are lost"))
    #expect(try await iterator.next() == nil)
  }

  // MARK: - The end

  @Test(.hops) func `a reader whose task is cancelled leaves nothing`() async {
    let thermostat = Thermostat()
    for _ in 0..<100 {
      let levels = await thermostat.doubles
      let reading = Task {
        for await _ in levels {}
      }
      await Task.yield()
      reading.cancel()
      await reading.value
    }
    #expect(await eventually { await !thermostat.isLive() })
    #expect(await thermostat.readersOfDouble() == [])
  }

  @Test(.hops) func `a derived value and its source are live only as long as the last reader`()
    async
  {
    let thermostat = Thermostat()
    let (isOn, isOff) = (Flag(), Flag())
    await thermostat.watchLiveness(isOn, isOff)
    var doubles: LatestValues<Int>? = await thermostat.doubles
    #expect(isOn.isSet)
    #expect(!isOff.isSet)
    doubles = nil
    #expect(await eventually { isOff.isSet })
    withExtendedLifetime(doubles) {}
  }

  @Test(.hops) func `values that were to end with an updater end with its cancelling`()
    async
  {
    let thermostat = Thermostat()
    let levels = await thermostat.levelsOfUpdater()
    let listener = Listener()
    let reading = Task { await listener.listen(to: levels) }
    #expect(await eventually { await listener.heard == [0] })
    await thermostat.set(1)
    await thermostat.cancel()
    await reading.value
    #expect(await listener.heard == [0, 1])
  }

  @Test(.hops) @MainActor func `values that were to end with an updater end when it is dropped`()
    async
  {
    var updater: Updater? = Updater()
    let level = StoredProperty(7)
    var iterator = level.values(until: updater).makeAsyncIterator()
    updater = nil
    #expect(await iterator.next() == 7)
    #expect(await iterator.next() == nil)
  }

  @Test(.hops) func `a cancelled reader leaves nothing in an updater that goes on`() async {
    let thermostat = Thermostat()
    for _ in 0..<amount(1_000, long: 1_000_000) {
      _ = await thermostat.levelsOfUpdater().makeAsyncIterator()
    }
    await thermostat.set(1)
    #expect(await thermostat.readers() == [])
  }

  @Test(.hops) func `values keep their property, and never its actor`() async {
    var thermostat: Thermostat? = Thermostat()
    weak let gone = thermostat
    let levels = await thermostat!.levels
    thermostat = nil
    #expect(gone == nil)
    var iterator = levels.makeAsyncIterator()
    #expect(await iterator.next() == 0)
  }

  @Test(.hops) @MainActor func `a value's deinit may run while the value is replaced`() {
    let isEnded = Holder(false)
    let token = StoredProperty(Witness { isEnded.content = true }, changes: .always)
    let values = token.values
    token.value = Witness {}
    #expect(isEnded.content == true)
    withExtendedLifetime(values) {}
  }

  @Test(.hops) func `values are read where no actor runs, too`() async {
    let level = StoredProperty(1)
    let values = level.values
    let reading = Task { () -> [Int] in
      var heard: [Int] = []
      for await value in values {
        heard.append(value)
        if value == 3 { break }
      }
      return heard
    }
    level.value = 2
    level.value = 3
    #expect(await reading.value.last == 3)
    level.value = 4
  }
}

/// Records on any thread that something has happened.
final class Flag: Sendable {
  private let lock = Lock()
  // SAFETY: touched only while `lock` is held.
  private nonisolated(unsafe) var hasHappened = false
  func set() { lock.withLock { hasHappened = true } }
  var isSet: Bool { lock.withLock { hasHappened } }
}
