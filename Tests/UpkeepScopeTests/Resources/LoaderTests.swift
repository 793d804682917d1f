import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let id = Atom(1, name: "id")

/// The inputs and the reloads of a resource, also after a load that was abandoned before its end:
/// mistakes that random scripts have found.
@MainActor @Suite struct LoaderTests {
  private let clock = ManualClock()
  private let scope: Scope

  init() { scope = Scope(clock: clock) }

  @Test func `a load that is superseded before its task begins does not run`() async {
    let starts = Tally()
    let page = Resource { get async in
      starts.add("\(get(id))")
      return get(id)
    }
    let probe = RenderProbe(scope) { $0[page] }
    scope.refresh(page)
    scope[id] = 2
    scope.reset(page)
    await scope.settle()
    #expect((starts.entries, probe.frames) == (["2"], [.loading, .value(2)]))
  }

  @Test func `a changed input replaces a set value, even if the input was released and made again`()
  {
    let inner = Resource { (get: Reader) throws -> Int in get(id) }
    let outer = Resource(lifetime: .keep) { (get: Reader) throws -> Int in
      (get(inner).value ?? 0) * 10
    }
    var updater: Updater? = Updater()
    updater?.keepUpToDate { _ = scope[inner] }
    #expect(scope[outer] == .value(10))
    // An outdated value keeps no input alive.
    scope[id] = 2
    updater = nil
    #expect(scope.snapshot().graph.nodes.count == 2)
    scope[outer] = .value(5)
    #expect(scope[outer] == .value(5))
    scope[id] = 3
    #expect(scope[outer] == .value(30))
  }

  @Test func `a reader of a cell that a rolled back transaction released reads the new cell`() async
  {
    let gate = Gate<Int>()
    let inner = Resource { (get: LoadReader) async throws -> Int in get(id) }
    let outer = Resource { (get: LoadReader) async throws -> Int in
      (get.loadable(inner).value ?? 0) + (try await gate.value())
    }
    let sum = Computed { get in get.loadable(inner).value ?? 0 }
    let probe = await scope.settledProbe { $0[outer] }
    #expect(scope[sum] == 1)
    undone {
      scope[inner] = .value(0)
      // The reset ends the load that has read `inner`; the next load has read nothing yet.
      scope.reset(outer)
      #expect(scope[outer].isLoading)
    }
    await scope.settle()
    #expect(scope[sum] == 1)
    scope[inner] = .value(3)
    #expect(scope[sum] == 3)
    withExtendedLifetime(probe) {}
  }

  @Test func `an awaited value of a rolled back transaction does not arrive`() async {
    let (starts, gate) = (Tally(), Gate<Int>())
    let inner = Resource { (get: LoadReader) async throws -> Int in try await gate.value() }
    let outer = Resource { (get: LoadReader) async throws -> Int in
      starts.next()
      return try await get(inner)
    }
    let probe = await scope.settledProbe { $0[outer] }
    scope[outer] = .value(6)
    undone {
      scope[inner] = .value(5)
      #expect(scope[outer] == .value(6))
    }
    await scope.settle()
    #expect((scope[outer], starts.count) == (.value(6), 1))
    withExtendedLifetime(probe) {}
  }

  @Test func `a load follows a value that arrives while its inputs are being checked`() async {
    let (starts, first, second) = (Tally(), Gate<Int>(), Gate<Int>())
    let inner = Resource { (get: LoadReader) async throws -> Int in
      get(id) + (try await first.value())
    }
    let constant = Computed { get in
      _ = get.loadable(inner)
      return 0
    }
    let outer = Resource { (get: LoadReader) async throws -> Int in
      _ = get(constant)
      let value = try await get(inner)
      starts.add("\(value)")
      return value + (try await second.value())
    }
    #expect(scope[outer].isLoading)
    await scope.settle()
    await scope.settle { first.open(0) }
    // The first input does not change. The awaited input does, on the next line.
    #expect(scope[outer].isLoading)
    scope[id] = 2
    #expect(scope[outer].isLoading)
    await scope.settle()
    #expect(starts.entries == ["1", "2"])
    await scope.settle { second.open(0) }
    #expect(scope[outer] == .value(2))
  }

  @Test func `a value set after an undone reset gives way to a change of inputs`() async {
    let page = Resource(lifetime: .keep) { get async in get(id) }
    #expect(scope[page].isLoading)
    await scope.settle()
    #expect(scope[page] == .value(1))
    scope[id] = 2
    #expect(scope[page].isLoading)
    undone { scope.reset(page) }
    #expect(scope[page] == .loading(previous: 1))
    scope[page] = .value(9)
    #expect(scope[page] == .value(9))
    scope[id] = 3
    #expect(scope[page] == .loading(previous: 9))
    await scope.settle()
    #expect(scope[page] == .value(3))
  }

  @Test func `an input that a load reads twice counts as it was read first`() async {
    let gate = Gate<Int>()
    let pair = Resource { get in
      let first = get(id)
      _ = try await gate.value()
      return [first, get(id)]
    }
    #expect(scope[pair].isLoading)
    await scope.settle()
    scope[id] = 2
    await scope.settle { gate.open(0) }
    #expect(scope[pair].isLoading)
    await scope.settle()
    #expect(scope[pair] == .value([2, 2]))
  }

  @Test func `a new load finds the value that the last load awaited`() async {
    let starts = Tally()
    let inner = Resource { _ in await slowly(starts.next()) }
    let outer = Resource { get in
      let id = get(id)
      await Task.yield()
      return try await get(inner) * 10 + id
    }
    let probe = await scope.settledProbe { $0[outer] }
    await scope.settle { scope[id] = 2 }
    #expect(probe.frames == [.loading, .value(11), .loading(previous: 11), .value(12)])
    #expect(starts.count == 1)
  }

  @Test func `a load that only peeks at another resource gets its value in the end`() async {
    let starts = Tally()
    let inner = Resource { _ in await slowly(7) }
    let outer = Resource { get in
      if starts.next() == 9 { return -get(id) }
      let id = get(id)
      for _ in 1...3 { await Task.yield() }
      return (get.loadable(inner).value ?? 0) * id
    }
    let probe = await scope.settledProbe { $0[outer] }
    #expect((probe.frames.last, starts.count) == (.value(7), 2))
  }

  @Test func `a reader that waits for a resource gets it, though loaded anew`() async throws {
    let starts = Tally()
    let inner = Resource { _ async in 1 }
    let outer = Resource { get in
      if starts.next() == 9 { return -1 }
      await Task.yield()
      return get.loadable(inner).value ?? 0
    }
    #expect(try await (scope.value(of: outer), starts.count) == (1, 2))
  }

  // MARK: - Loads that time out

  @Test(arguments: [true, false])
  func `a load that times out in a wait is tried again when that ends`(isObserved: Bool) async {
    let gate = Gate<Int>()
    let number = Resource { get in try await gate.value() + get(id) }
    let text = Resource { get in try await "\(get(number))" }.timeout(.seconds(5))
    let probe = isObserved ? RenderProbe(scope) { $0[text] } : nil
    await scope.settle { _ = scope[text] }
    await scope.settle { clock.advance(by: .seconds(5)) }
    let failure: Loadable<String> = .failed(LoadError.timedOut(after: .seconds(5)))
    #expect((probe?.frames ?? [.loading, scope[text]]) == [.loading, failure])
    gate.open(10)
    for (number, expected) in [(1, "11"), (2, "12")] {
      await scope.settle { scope[id] = number }
      if !isObserved {
        await scope.settle { _ = scope[text] }
      }
      #expect((probe?.frames.last ?? scope[text]) == .value(expected))
    }
    #expect(clock.alarmCount == 0)
  }

  @Test func `a load that times out in a transaction that is undone begins anew`() async {
    let text = Resource { get in
      let id = get(id)
      try await get.sleep(for: .seconds(id))
      return id
    }.timeout(.seconds(5))
    let probe = await scope.settledProbe { $0[text] }
    await scope.settle { clock.advance(by: .seconds(1)) }
    await scope.settle { scope[id] = 10 }
    undone {
      clock.advance(by: .seconds(5))
      #expect(scope[text] == .failed(LoadError.timedOut(after: .seconds(5)), previous: 1))
    }
    #expect(scope[text] == .loading(previous: 1))
    await scope.settle()
    clock.advance(by: .seconds(5))
    #expect(
      probe.frames == [
        .loading, .value(1), .loading(previous: 1),
        .failed(LoadError.timedOut(after: .seconds(5)), previous: 1),
      ])
  }

  @Test(arguments: [true, false])
  func `a load that ends before it reads keeps the inputs of the last load`(timesOut: Bool) async {
    let gate = Gate<Int>()
    gate.open(0)
    let page = Resource { get in
      _ = try await gate.value()
      return "\(get(id))"
    }.timeout(.seconds(5))
    let probe = await scope.settledProbe { $0[page] }
    gate.close()
    await scope.settle { scope.refresh(page) }
    if timesOut { clock.advance(by: .seconds(5)) } else { scope[page] = .value("mine") }
    let failure = Loadable<String>.failed(LoadError.timedOut(after: .seconds(5)), previous: "1")
    let end = timesOut ? failure : .value("mine")
    #expect(probe.frames.last == end)
    await scope.settle { gate.open(0) }
    #expect(scope[page] == end)
    await scope.settle { scope[id] = 2 }
    #expect(probe.frames.last == .value("2"))
  }

  @Test func `a load that times out in a batch stays failed`() async {
    let starts = Tally()
    let double = Computed { get in get(id) * 2 }
    let page = Resource { get in
      starts.next()
      _ = get(double)
      try await get.sleep(for: .seconds(100))
      return 1
    }.timeout(.seconds(5))
    #expect(scope[page].isLoading)
    await scope.settle()
    batch {
      clock.advance(by: .seconds(5))
      #expect(scope[page].error != nil)
    }
    for _ in 1...3 {
      await scope.settle { clock.advance(by: .seconds(5)) }
      #expect(scope[page] == .failed(LoadError.timedOut(after: .seconds(5))))
    }
    #expect(starts.count == 1)
  }

  // MARK: - Transactions that are undone

  @Test func `a load that a transaction has begun is cancelled when that is undone`() async {
    let (gate, ends) = (Gate<Int>(), Tally())
    let page = Resource { get in
      let id = get(id)
      defer { ends.add(Task.isCancelled ? "\(id) cancelled" : "\(id) loaded") }
      return try await gate.value() + id
    }
    gate.open(10)
    let probe = await scope.settledProbe { $0[page] }
    undone {
      scope[id] = 2
      #expect(scope[page].isLoading)
    }
    await scope.settle()
    #expect((scope[page], ends.entries.contains("2 loaded")) == (.value(11), false))
    await scope.settle { scope[id] = 3 }
    #expect(probe.frames == [.loading, .value(11), .loading(previous: 11), .value(13)])
  }

  @Test func `a value set in a rolled back transaction leaves the resource's inputs unchanged`()
    async
  {
    let page = Resource { get async in "\(get(id))" }
    let probe = await scope.settledProbe { $0[page] }
    undone {
      scope[id] = 2
      scope[page] = .value("mine")
    }
    await scope.settle()
    #expect(scope[page] == .value("1"))
    await scope.settle { scope[id] = 2 }
    #expect(probe.frames == [.loading, .value("1"), .loading(previous: "1"), .value("2")])
  }
}
