import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let id = Atom(1, name: "id")

/// The laws of scopes, for resources that load.
@MainActor @Suite struct ScopeLawTestsLoading {
  private let scope = Scope()

  enum Interruption { case input, refresh, reset }

  private func interrupt(_ page: Resource<String>, by interruption: Interruption) {
    switch interruption {
    case .input: scope[id] = 2
    case .refresh: scope.refresh(page)
    case .reset: scope.reset(page)
    }
  }

  /// A resource each of whose loads waits for a result with the load's number.
  private func numbered(_ hold: Stubborn) -> Resource<String> {
    let starts = Tally()
    return Resource { get in
      _ = get(id)
      return await hold.value(for: starts.next())
    }
  }

  @Test(arguments: [Interruption.input, .refresh, .reset], [[1, 2], [2, 1]])
  func `law 4: a load that is superseded is cancelled, and the latest wins, whichever ends last`(
    by interruption: Interruption, order: [Int]
  ) async {
    let hold = Stubborn()
    let page = numbered(hold)
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    interrupt(page, by: interruption)
    await hold.untilAwaited(at: 2)
    for number in order {
      hold.open(number, "\(number)")
      await hold.settled(number)
    }
    await scope.settle()
    #expect((probe.frames, hold.wasCancelled) == ([.loading, .value("2")], [1: true, 2: false]))
  }

  @Test(arguments: [Interruption.input, .reset])
  func `law 4: a superseded load without a reader is dropped`(by interruption: Interruption) async {
    let hold = Stubborn()
    let page = numbered(hold)
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 1)
    interrupt(page, by: interruption)
    hold.open(1, "1")
    await hold.settled(1)
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 2)
    await scope.settle { hold.open(2, "2") }
    #expect(scope[page] == .value("2"))
  }

  @Test func `law 4: a value set during a load wins`() async {
    let hold = Stubborn()
    let page = numbered(hold)
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    scope[page] = .value("mine")
    hold.open(1, "1")
    await hold.settled(1)
    await scope.settle()
    #expect((probe.frames, hold.wasCancelled) == ([.loading, .value("mine")], [1: true]))
    scope[id] = 2
    await hold.untilAwaited(at: 2)
    await scope.settle { hold.open(2, "2") }
    #expect(probe.frames.suffix(2) == [.loading(previous: "mine"), .value("2")])
  }

  @Test func `law 4: reset drops the running load and the value, and loads anew`() async {
    let hold = Stubborn()
    let page = numbered(hold)
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    await scope.settle { hold.open(1, "1") }
    scope.refresh(page)
    await hold.untilAwaited(at: 2)
    scope.reset(page)
    await hold.untilAwaited(at: 3)
    hold.open(2, "2")
    hold.open(3, "3")
    await scope.settle()
    scope.reset(page)
    #expect(
      probe.frames == [
        .loading, .value("1"), .loading(previous: "1"), .loading, .value("3"), .loading,
      ])
    await hold.untilAwaited(at: 4)
    await scope.settle { hold.open(4, "4") }
    #expect(probe.frames.last == .value("4"))
  }

  /// A resource that waits at a gate and notes how each load ends.
  private func noting(_ ends: Tally) -> Resource<Int> {
    let gate = Gate<Int>()
    return Resource { _ in
      defer { ends.add(Task.isCancelled ? "cancelled" : "loaded") }
      return try await gate.value()
    }
  }

  @Test func `law 4: a load is cancelled with its last observer, and not before`() async {
    let ends = Tally()
    let page = noting(ends)
    let probes = [RenderProbe(scope) { $0[page] }, RenderProbe(scope) { $0[page] }]
    await scope.settle()
    await scope.settle { probes[0].end() }
    #expect((ends.entries, probes.map(\.frames.count)) == ([], [1, 1]))
    probes[1].end()
    #expect(scope.snapshot().graph.nodes.isEmpty)
    await scope.settle()
    #expect(ends.entries == ["cancelled"])
  }

  @Test(arguments: [Lifetime.whileUsed, .keep(for: .seconds(10))])
  func `law 4: a load is cancelled when the reader that awaits it is released`(_ lifetime: Lifetime)
    async
  {
    let (clock, ends) = (ManualClock(), Tally())
    let page = noting(ends)
    let title = Resource(lifetime: lifetime) { get in try await "\(get(page))" }
    let text = Computed { get in get(title).value ?? "..." }
    let scope = Scope(clock: clock)
    let isKept = lifetime != .whileUsed
    let probe = await scope.settledProbe { isKept ? $0[title].value ?? "..." : $0[text] }
    #expect(probe.frames == ["..."])
    probe.end()
    for seconds in [0, 9] {
      await scope.settle { clock.advance(by: .seconds(seconds)) }
      #expect(ends.entries == (isKept ? [] : ["cancelled"]))
    }
    await scope.settle { clock.advance(by: .seconds(1)) }
    #expect((ends.entries, scope.snapshot().graph.nodes) == (["cancelled"], []))
  }

  @Test func `law 4: a waiting task observes: a load is cancelled with the last one`() async {
    let ends = Tally()
    let page = noting(ends)
    let waiting = (1...2).map { _ in Task { try await scope.value(of: page) } }
    await scope.settle()
    for (index, expected) in [[], ["cancelled"]].enumerated() {
      waiting[index].cancel()
      await #expect(throws: CancellationError.self) { try await waiting[index].value }
      await scope.settle()
      #expect(ends.entries == expected)
    }
  }

  @Test func `law 4: the old value stays while it loads anew, and when that fails`() async {
    let page = Resource { get in
      await Task.yield()
      if get(id) == 3 { throw Refused() }
      return "\(get(id))"
    }
    let probe = await scope.settledProbe { $0[page] }
    for number in 2...4 { await scope.settle { scope[id] = number } }
    #expect(
      probe.frames == [
        .loading, .value("1"), .loading(previous: "1"), .value("2"), .loading(previous: "2"),
        .failed(Refused(), previous: "2"), .loading(previous: "2"), .value("4"),
      ])
  }

  @Test func `law 4: a failure stays until refresh asks again`() async {
    let starts = Tally()
    let page = Resource { _ in
      await Task.yield()
      if starts.next() < 2 { throw Refused() }
      return "page"
    }
    let probe = await scope.settledProbe { $0[page] }
    #expect(scope[page] == .failed(Refused()))
    await #expect(throws: Refused()) { try await scope.value(of: page) }
    #expect(starts.count == 1)
    scope.refresh(page)
    #expect(await (try? scope.value(of: page), starts.count) == ("page", 2))
    #expect(probe.frames == [.loading, .failed(Refused()), .loading, .value("page")])
  }

  @Test func `law 3: reads after an await count, and only the reads of the last load`() async {
    let starts = Tally()
    let (side, left, right) = (Atom(0), Atom(1), Atom(2))
    let page = Resource { get in
      starts.next()
      await Task.yield()
      let side = get(side)
      await Task.yield()
      return side == 0 ? get(left) : get(right)
    }
    let probe = await scope.settledProbe { $0[page].value }
    var counts: [Int] = []
    for (atom, value) in [(right, 20), (left, 10), (side, 1), (left, 11), (right, 21)] {
      await scope.settle { scope[atom] = value }
      counts.append(starts.count)
    }
    #expect((counts, probe.frames.last) == ([1, 2, 3, 3, 4], 21))
  }

  @Test func `law 3: a change between two reads of one load restarts it`() async {
    let (gate, starts) = (Gate<Int>(), Tally())
    let other = Atom("a")
    let page = Resource { get in
      starts.next()
      let first = get(id)
      _ = try await gate.value()
      return "\(first) \(get(id)) \(get(other))"
    }
    let probe = await scope.settledProbe { $0[page] }
    await scope.settle { scope[other] = "b" }
    #expect(starts.count == 1)
    scope[id] = 2
    await scope.settle { gate.open(0) }
    #expect((probe.frames, starts.count) == ([.loading, .value("2 2 b")], 2))
  }

  @Test func `law 2: an equal value that is loaded stops the change`() async {
    let runs = Tally()
    let parity = Resource { get in await slowly(get(id) % 2) }
    let shown = Computed { get in get(parity).value }
    let text = Computed { get in
      runs.next()
      return get(shown).map { "\($0)" } ?? "..."
    }
    let probe = await scope.settledProbe { $0[text] }
    await scope.settle { scope.refresh(parity) }
    await scope.settle { scope[id] = 3 }
    #expect((probe.frames, runs.count) == (["...", "1"], 2))
    await scope.settle { scope[id] = 4 }
    #expect(probe.frames == ["...", "1", "0"])
  }

  @Test func `law 4: a sequence that is superseded shows nothing any more`() async {
    let (streams, feeds) = ((0...2).map { _ in AsyncStream<String>.makeStream() }, Tally())
    let messages = Resource<String>(elementsOf: { get in
      feeds.next()
      return streams[get(id)].stream
    })
    let probe = RenderProbe(scope) { $0[messages] }
    await scope.settle { streams[1].continuation.yield("1a") }
    await scope.settle { streams[1].continuation.yield("1b") }
    scope[id] = 2
    streams[1].continuation.yield("1c")
    while feeds.count < 2 { await Task.yield() }
    await scope.settle { streams[2].continuation.yield("2a") }
    #expect(
      probe.frames == [
        .loading, .value("1a"), .value("1b"), .loading(previous: "1b"), .value("2a"),
      ])
  }

  @Test func `law 8: a superseded load reads and waits for nothing any more`() async {
    let (hold, log) = (Stubborn(), Tally())
    let id = Atom(1)
    let other = Resource(name: "other") { _ in
      log.add("other loads")
      return await slowly(1)
    }
    let page = Resource { get in
      let id = get(id)
      _ = await hold.value(for: id)
      if id == 1 {
        do { _ = try await get(other) } catch is CancellationError { log.add("cancelled") }
      }
      return id
    }
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    scope[id] = 2
    await hold.untilAwaited(at: 2)
    hold.open(1, "")
    await hold.settled(1)
    await scope.settle { hold.open(2, "") }
    #expect(log.entries.contains("cancelled"))
    scope.refresh(other)
    await hold.settled(1)
    #expect(probe.frames == [.loading, .value(2)])
  }

  @Test func `law 11: each change of an input makes a debounced resource wait anew`() async {
    let (clock, starts) = (ManualClock(), Tally())
    let query = Atom("")
    let hits = Resource { get in
      starts.add(get(query))
      return try await get.sleep(for: .zero)
    }.debounced(for: .seconds(10))
    let scope = Scope(clock: clock)
    let probe = await scope.settledProbe { $0[hits].isLoading }
    await scope.settle { clock.advance(by: .zero) }
    #expect(probe.frames == [true, false])
    for text in ["a", "ab", "abc"] {
      scope[query] = text
      await scope.settle { clock.advance(by: .seconds(9)) }
    }
    #expect(starts.entries == [""])
    await scope.settle { clock.advance(by: .seconds(1)) }
    #expect(starts.entries == ["", "abc"])
  }

  @Test func `law 11: settle does not wait for loads that wait for the test`() async {
    let (gate, starts) = (Gate<Int>(), Tally())
    let page = Resource { _ in
      if starts.next() == 1 { return await slowly(1) }
      return try await gate.value()
    }
    let title = Resource { get in try await "page \(get(page))" }
    let updater = Updater()
    let probe = RenderProbe(scope) { $0[title] }
    updater.keepUpToDate { if scope[page].value == 1 { scope.refresh(page) } }
    await scope.settle()
    #expect(probe.frames == [.loading])
    await scope.settle { gate.open(2) }
    #expect(probe.frames == [.loading, .value("page 2")])
  }

  @Test func `law 11: settle returns once a sequence has shown its first element`() async {
    let (feed, go) = (AsyncStream<Int>.makeStream(), AsyncStream<Void>.makeStream())
    let numbers = Resource<Int>(elementsOf: { _ in feed.stream })
    let probe = RenderProbe(scope) { $0[numbers] }
    let feeding = Task {
      for await _ in go.stream {}
      feed.continuation.yield(1)
    }
    Task {
      for _ in 1...100 { await Task.yield() }
      go.continuation.finish()
    }
    await scope.settle()
    await feeding.value
    #expect(probe.frames == [.loading, .value(1)])
  }

  @Test func `law 8: a value set during an await stays when the awaited resource arrives`() async {
    let (gate, starts) = (Gate<Int>(), Tally())
    let number = Resource { _ in try await starts.next() == 1 ? gate.value() : slowly(2) }
    let text = Resource { get in try await "\(get(number))" }
    let probe = await scope.settledProbe { $0[text] }
    scope[text] = .value("mine")
    await scope.settle { gate.open(1) }
    #expect(probe.frames == [.loading, .value("mine")])
    await scope.settle { scope.refresh(number) }
    #expect(probe.frames.suffix(2) == [.loading(previous: "mine"), .value("2")])
  }
}
