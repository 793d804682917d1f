import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Refused: Error, Equatable {}

/// Law 4 of scopes: how a resource loads.
@MainActor @Suite struct ScopeLawTestsLoading {
  let scope = Scope()
  let id = Atom(1, name: "id")

  @Test
  func `law 4: an input that changes during a load restarts it, and the stale result is dropped`()
    async
  {
    let (hold, id) = (Stubborn(), id)
    let page = Resource { get in await hold.value(for: get(id)) }
    await expectRestart(of: page, from: hold) { scope[id] = 2 }
  }

  @Test func `law 4: the latest load wins, also if the first one ends last`() async {
    let (hold, id) = (Stubborn(), id)
    let page = Resource { get in await hold.value(for: get(id)) }
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    scope[id] = 2
    await hold.untilAwaited(at: 2)
    hold.open(2, "two")
    await scope.settle()
    hold.open(1, "one")
    await hold.settled(1)
    await scope.settle()
    #expect(probe.frames == [.loading, .value("two")])
  }

  @Test func `law 4: refresh during a load restarts it, and the stale result is dropped`() async {
    let (hold, starts) = (Stubborn(), Tally())
    let page = Resource { _ in await hold.value(for: starts.next()) }
    await expectRestart(of: page, from: hold) { scope.refresh(page) }
  }

  /// The first load is cancelled, and the value that it returns all the same is dropped: the second
  /// is the one that counts.
  private func expectRestart(
    of page: Resource<String>, from hold: Stubborn, by restart: () -> Void
  ) async {
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    restart()
    await hold.untilAwaited(at: 2)
    hold.open(1, "one")
    await hold.settled(1)
    #expect(scope[page] == .loading)
    hold.open(2, "two")
    await scope.settle()
    #expect(probe.frames == [.loading, .value("two")])
    #expect(hold.wasCancelled == [1: true, 2: false])
  }

  @Test func `law 4: what is set during a load wins`() async {
    let (hold, id) = (Stubborn(), id)
    let page = Resource { get in await hold.value(for: get(id)) }
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    scope[page] = .value("mine")
    hold.open(1, "one")
    await hold.settled(1)
    await scope.settle()
    #expect(probe.frames == [.loading, .value("mine")])
    #expect(hold.wasCancelled == [1: true])
    scope[id] = 2
    await hold.untilAwaited(at: 2)
    hold.open(2, "two")
    await scope.settle()
    #expect(probe.frames.suffix(2) == [.loading(previous: "mine"), .value("two")])
  }

  @Test func `law 4: reset during a load forgets it`() async {
    let (hold, starts) = (Stubborn(), Tally())
    let page = Resource { _ in await hold.value(for: starts.next()) }
    let probe = RenderProbe(scope) { $0[page] }
    await hold.untilAwaited(at: 1)
    hold.open(1, "one")
    await scope.settle()
    scope.refresh(page)
    await hold.untilAwaited(at: 2)
    scope.reset(page)
    await hold.untilAwaited(at: 3)
    hold.open(2, "two")
    hold.open(3, "three")
    await scope.settle()
    #expect(
      probe.frames == [
        .loading, .value("one"), .loading(previous: "one"), .loading, .value("three"),
      ])
  }

  @Test func `law 4: reset during a load that nobody looks at drops what it brings`() async {
    let (hold, starts) = (Stubborn(), Tally())
    let page = Resource { _ in await hold.value(for: starts.next()) }
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 1)
    scope.reset(page)
    hold.open(1, "one")
    await hold.settled(1)
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 2)
    hold.open(2, "two")
    await scope.settle()
    #expect(scope[page] == .value("two"))
  }

  @Test func `law 4: a load is cancelled when the time of what waits for it is over`() async {
    let (clock, gate, ends) = (ManualClock(), Gate<Int>(), Tally())
    let page = Resource { _ in
      defer { ends.add(Task.isCancelled ? "cancelled" : "loaded") }
      return try await gate.value()
    }
    let title = Resource(lifetime: .keep(for: .seconds(10))) { get in try await "\(get(page))" }
    let scope = Scope(clock: clock)
    var probe: RenderProbe? = RenderProbe(scope) { $0[title] }
    await scope.settle()
    #expect(probe?.frames == [.loading])
    probe = nil
    clock.advance(by: .seconds(9))
    await scope.settle()
    #expect(ends.entries == [])
    clock.advance(by: .seconds(1))
    await scope.settle()
    #expect(ends.entries == ["cancelled"])
    #expect(scope.snapshot().graph.nodes.isEmpty)
  }

  @Test func `law 4: the old value stays readable while it loads anew, and when that fails`() async
  {
    let id = id
    let page = Resource { get in
      await Task.yield()
      if get(id) == 3 { throw Refused() }
      return "\(get(id))"
    }
    let probe = RenderProbe(scope) { $0[page] }
    await scope.settle()
    scope[id] = 2
    #expect(scope[page].value == "1")
    await scope.settle()
    scope[id] = 3
    await scope.settle()
    #expect(
      probe.frames == [
        .loading, .value("1"), .loading(previous: "1"), .value("2"), .loading(previous: "2"),
        .failed(Refused(), previous: "2"),
      ])
  }

  @Test func `law 4: a load is cancelled with its last observer, and not before`() async {
    let (gate, ends) = (Gate<Int>(), Tally())
    let page = Resource(name: "page") { _ in
      defer { ends.add(Task.isCancelled ? "cancelled" : "loaded") }
      return try await gate.value()
    }
    var one: RenderProbe? = RenderProbe(scope) { $0[page] }
    var two: RenderProbe? = RenderProbe(scope) { $0[page] }
    await scope.settle()
    #expect(one?.count == 1)
    one = nil
    await scope.settle()
    #expect(ends.entries == [])
    #expect(two?.count == 1)
    two = nil
    #expect(scope.snapshot().graph.nodes.isEmpty)
    await scope.settle()
    #expect(ends.entries == ["cancelled"])
  }

  @Test func `law 4: a load is cancelled with the observer of what waits for it`() async {
    let (gate, ends) = (Gate<Int>(), Tally())
    let page = Resource { _ in
      defer { ends.add(Task.isCancelled ? "cancelled" : "loaded") }
      return try await gate.value()
    }
    let title = Resource { get in try await "\(get(page))" }
    let text = Computed { get in get(title).value ?? "..." }
    var probe: RenderProbe? = RenderProbe(scope) { $0[text] }
    await scope.settle()
    #expect(probe?.frames == ["..."])
    probe = nil
    await scope.settle()
    #expect(ends.entries == ["cancelled"])
    #expect(scope.snapshot().graph.nodes.isEmpty)
  }

  @Test func `law 4: whoever waits observes: a load is cancelled with its last waiting task`() async
  {
    let (gate, ends) = (Gate<Int>(), Tally())
    let page = Resource { _ in
      defer { ends.add(Task.isCancelled ? "cancelled" : "loaded") }
      return try await gate.value()
    }
    let waiting = [
      Task { try await scope.value(of: page) }, Task { try await scope.value(of: page) },
    ]
    await scope.settle()
    waiting[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[0].value }
    #expect(ends.entries == [])
    waiting[1].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[1].value }
    await scope.settle()
    #expect(ends.entries == ["cancelled"])
  }

  @Test func `law 4: a failure stays until refresh asks again`() async {
    let starts = Tally()
    let page = Resource { _ in
      await Task.yield()
      if starts.next() < 3 { throw Refused() }
      return "page"
    }
    let probe = RenderProbe(scope) { $0[page] }
    await scope.settle()
    #expect(scope[page] == .failed(Refused()))
    await #expect(throws: Refused()) { try await scope.value(of: page) }
    #expect(starts.count == 1)
    scope.refresh(page)
    await #expect(throws: Refused()) { try await scope.value(of: page) }
    scope.refresh(page)
    #expect(await (try? scope.value(of: page)) == "page")
    #expect(starts.count == 3)
    #expect(
      probe.frames == [
        .loading, .failed(Refused()), .loading, .failed(Refused()), .loading, .value("page"),
      ])
  }

  @Test func `law 4: a failure is retried when an input changes`() async {
    let id = id
    let page = Resource { get in
      let id = get(id)
      await Task.yield()
      if id == 1 { throw Refused() }
      return id
    }
    let probe = RenderProbe(scope) { $0[page] }
    await scope.settle()
    scope[id] = 2
    await scope.settle()
    #expect(probe.frames == [.loading, .failed(Refused()), .loading, .value(2)])
  }

  @Test
  func `law 4: what a load brings is dropped if an input has changed, although nobody has looked`()
    async
  {
    let (hold, id) = (Stubborn(), id)
    let page = Resource { get in await hold.value(for: get(id)) }
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 1)
    scope[id] = 2
    hold.open(1, "one")
    await hold.settled(1)
    #expect(scope[page] == .loading)
    await hold.untilAwaited(at: 2)
    hold.open(2, "two")
    await scope.settle()
    #expect(scope[page] == .value("two"))
  }

  @Test
  func
    `law 3: what a load reads after an await counts, and what the last one did not read does not`()
    async
  {
    let starts = Tally()
    let isLeft = Atom(true)
    let (left, right) = (Atom(1), Atom(2))
    let page = Resource { get in
      starts.next()
      await Task.yield()
      let isLeft = get(isLeft)
      await Task.yield()
      return isLeft ? get(left) : get(right)
    }
    let probe = RenderProbe(scope) { $0[page].value }
    await scope.settle()
    scope[right] = 20
    await scope.settle()
    #expect(starts.count == 1)
    scope[left] = 10
    await scope.settle()
    scope[isLeft] = false
    await scope.settle()
    #expect(starts.count == 3)
    scope[left] = 11
    await scope.settle()
    #expect(starts.count == 3)
    scope[right] = 21
    await scope.settle()
    #expect(probe.last == 21)
    #expect(starts.count == 4)
  }

  @Test func `law 3: a change between two reads of one load restarts it`() async {
    let (gate, starts, id) = (Gate<Int>(), Tally(), id)
    let other = Atom("a")
    let page = Resource { get in
      starts.next()
      let first = get(id)
      _ = try await gate.value()
      return "\(first) \(get(id)) \(get(other))"
    }
    let probe = RenderProbe(scope) { $0[page] }
    await scope.settle()
    scope[other] = "b"
    await scope.settle()
    #expect(starts.count == 1)
    scope[id] = 2
    gate.open(0)
    await scope.settle()
    #expect(probe.frames == [.loading, .value("2 2 b")])
    #expect(starts.count == 2)
  }

  @Test func `law 2: an equal value that is loaded stops the change`() async {
    let (runs, id) = (Tally(), id)
    let parity = Resource { get in
      await Task.yield()
      return get(id) % 2
    }
    let shown = Computed { get in get(parity).value }
    let text = Computed { get in
      runs.next()
      return get(shown).map { "\($0)" } ?? "..."
    }
    let probe = RenderProbe(scope) { $0[text] }
    await scope.settle()
    scope.refresh(parity)
    await scope.settle()
    scope[id] = 3
    await scope.settle()
    #expect(probe.frames == ["...", "1"])
    #expect(runs.count == 2)
    scope[id] = 4
    await scope.settle()
    #expect(probe.frames == ["...", "1", "0"])
  }

  @Test func `law 4: a sequence that is superseded shows nothing any more`() async {
    let id = id
    let (streams, feeds) = ((0...2).map { _ in AsyncStream<String>.makeStream() }, Tally())
    let messages = Resource<String>(elementsOf: { get in
      feeds.next()
      return streams[get(id)].stream
    })
    let probe = RenderProbe(scope) { $0[messages] }
    streams[1].continuation.yield("1a")
    await scope.settle()
    streams[1].continuation.yield("1b")
    await scope.settle()
    scope[id] = 2
    streams[1].continuation.yield("1c")
    await scope.settleUntil { feeds.count == 2 }
    streams[2].continuation.yield("2a")
    await scope.settle()
    #expect(
      probe.frames == [
        .loading, .value("1a"), .value("1b"), .loading(previous: "1b"), .value("2a"),
      ])
  }
}

extension Scope {
  /// Lets others go on until something is so.
  nonisolated(nonsending) func settleUntil(_ isSo: () -> Bool) async {
    while !isSo() { await Task.yield() }
  }
}
