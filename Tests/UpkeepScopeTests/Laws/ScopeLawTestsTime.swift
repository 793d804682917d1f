import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Laws 8 and 11 as far as they concern loads, which are the only effects that a scope has.
@MainActor @Suite struct ScopeLawTestsTime {
  private let scope = Scope()

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
