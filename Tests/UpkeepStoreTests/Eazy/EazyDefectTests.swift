import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Pair: Equatable {
  var a = 0
  var b = 0
  var log: [String] = []
}

/// Sets `a`, and has a hook on `a` that calls the test's handler.
private struct Hooked: Interactor {
  var handler: (Int, StoreContext<Pair, Int>) -> Void = { _, _ in }

  func reduce(_ state: inout Pair, _ action: Int) { state.a = action }

  func hooks(_ store: StoreContext<Pair, Int>) -> [Hook] {
    Hook("aChanged", store.changes(of: \.a)) { handler($0, store) }
  }

  func policy(for action: Int) -> EffectPolicy { .never }
}

/// A store in a scope, and a value derived from the store.
private enum Derived {
  static let store = Atom { Store(Pair(), Hooked()) }
  static let double = Computed { get in get(store).a * 2 }
}

/// Defects of Eazy that need no effect.
///
/// The numbers are those in the list of Eazy's defects.
@MainActor @Suite struct EazyDefectTests {
  @Test func `Eazy 1: a hook may use the store while a field is assigned`() {
    let store = Store(
      Pair(),
      Hooked { a, store in
        store.b = a + store.a
        store.modify { $0.log.append("\($0.b)") }
      })
    store.bound(\.a).value = 1
    store.bound(\.a).value += 1
    store.send(3)
    #expect(store.state == Pair(a: 3, b: 6, log: ["2", "4", "6"]))
  }

  @Test func `Eazy 8: hooks that are passed over take nothing from the store's followers`() {
    var events: [String] = []
    let hooked = Notes<Int>()
    let store = Store(Pair(), Hooked { a, _ in hooked.add(a) })
    store.trace = Trace { event in
      if case .changed(_, let new as Pair, _) = event { events.append("\(new.a)") }
    }
    let seen = Seen { store.a }
    store.replay(Recording(start: Pair(a: 1), steps: [.action(2, at: .zero)]))
    #expect(hooked.all == [])
    store.send(3)
    #expect((hooked.all, seen.values, events) == ([3], [0, 1, 2, 3], ["1", "2", "3"]))
  }

  @Test func `Eazy 9: an exception of a trace leaves out one type alone, bindings like others`() {
    struct Noise: Equatable { var level = 0 }
    var heard: [StoreEvent.Cause] = []
    let trace = Trace(except: [Noise.self]) { event in
      if case .changed(_, _, let cause) = event { heard.append(cause) }
    }
    let noise = Store(Noise(), Reducer<Noise, Never>(), trace: trace)
    let pair = Store(Pair(), Hooked(), trace: trace)
    noise.bound(\.level).value = 1
    pair.bound(\.b).value = 1
    pair.send(1)
    #expect(heard == [.binding("\(\Pair.b)"), .user])
  }

  @Test func `Eazy 10: a write wakes once, but not if it is equal or of another field`() {
    let store = Store(Pair(), Hooked())
    let (whole, a, b) = (Seen { store.state }, Seen { store.a }, Seen { store.b })
    store.send(1)
    store.send(1)
    store.bound(\.a).value = 1
    #expect(whole.values == [Pair(), Pair(a: 1)])
    #expect([a.values, b.values] == [[0, 1], [0]])
  }

  @Test func `Eazy 11: a derived value follows the state without a hook`() {
    let store = Store(Pair(), Hooked())
    let isValid = DerivedProperty { store.a > 0 && store.b > store.a }
    let shown = Seen { isValid.value }
    store.send(1)
    store.bound(\.b).value = 2
    store.send(2)
    #expect(shown.values == [false, true, false])
    let scope = Scope()
    #expect(scope[Derived.double] == 0)
    scope[Derived.store].send(4)
    #expect(scope[Derived.double] == 8)
  }

  @Test
  func `Eazy 12: a follower of a store that is gone is told so, and the program goes on`() async {
    var store: Store<Pair, Int>? = Store(Pair(), Hooked())
    let property = store?.property(\.a)
    var values = store?.changes(of: \.a).makeAsyncIterator()
    var states = store?.states.makeAsyncIterator()
    let late = store?.states
    store?.send(1)
    store = nil
    #expect(property?.value == 1)
    #expect(await (values?.next(), values?.next()) == (1, nil))
    #expect(await (states?.next(), states?.next()) == (Pair(a: 1), nil))
    var none = late?.makeAsyncIterator()
    #expect(await none?.next() == nil)
  }

  @Test func `a store that is released leaves no property behind`() {
    withNodeCount { count in
      do {
        let store = Store(Pair(), Hooked { a, store in store.b = a })
        let seen = Seen { [store.a, store.b] }
        let states = store.states.makeAsyncIterator()
        let changes = store.changes(of: \.b).makeAsyncIterator()
        for a in 1...53 { store.send(a) }
        #expect(seen.values.last == [53, 53])
        #expect(count().nodes > 0)
        withExtendedLifetime((states, changes)) {}
      }
      // The count may fall: the next turn of the main actor frees nodes that other tests dropped
      // elsewhere.
      #expect(count().nodes <= 0 && count().edges <= 0)
    }
  }
}

private struct Lines: Equatable {
  var lines: [String] = []
  var source = ""
}

private enum LineAction: Equatable {
  case write(String)
  case begin(String)
}

/// Writes the texts that come through gates, and the texts of a stream.
private func typist(
  _ gates: [String: Gate<String>] = [:],
  stream: AsyncStream<String> = AsyncStream { $0.finish() },
  policies: ((LineAction) -> EffectPolicy)? = nil
) -> Acting<Lines, LineAction> {
  let writing = Reducer<Lines, LineAction> { state, action in
    if case .write(let line) = action { state.lines.append(line) }
  }
  return Acting(writing) { action, store in
    switch action {
    case .write: break
    case .begin(let name):
      guard let gate = gates[name], let line = try? await stubbornly(gate) else { return }
      store.lines.append(line)
      store.modify { $0.source = name }
      store.send(.write("\(line), sent"))
    }
  } hooks: { store in
    Hook("streamed", stream) { store.lines.append($0) }
  } policies: {
    policies?($0) ?? .concurrent
  }
}

private actor Session {
  private lazy var store = Store(Lines(), typist(["begin": .open("through")]))

  func begin() async -> [String] {
    await store.send(.begin("begin")).finish()
    return store.lines
  }
}

/// Defects of Eazy's effects.
///
/// The numbers are those in the list of Eazy's defects.
@MainActor @Suite struct EazyDefectTestsEffects {
  @Test func `Eazy 3: a search that was superseded writes nothing`() async {
    let (slow, fast) = (Gate<String>(), Gate<String>())
    let store = Store(
      Lines(), typist(["slow": slow, "fast": fast]) { _ in .latest("search") })
    let first = store.send(.begin("slow"))
    await eventually { slow.waitingCount == 1 }
    let second = store.send(.begin("fast"))
    #expect(await eventually { slow.waitingCount == 1 && fast.waitingCount == 1 })
    fast.open("fast")
    await second.finish()
    slow.open("slow")
    await first.finish()
    // Gives resumed tasks the time to run to their end.
    for _ in 1...200 { await Task.yield() }
    #expect(store.state == Lines(lines: ["fast", "fast, sent"], source: "fast"))
  }

  @Test func `Eazy 4: captures of actions are freed when their effects have ended`() async {
    let carrying = Acting<Int, Farewell>(
      Reducer { state, _ in state += 1 }, policy: .latest("one")
    ) { load, _ in
      await Task.yield()
      withExtendedLifetime(load) {}
    }
    let (store, freed) = (Store(0, carrying), Notes<Int>())
    for number in 1...53 { await store.send(Farewell(number) { freed.add(number) }).finish() }
    #expect(await eventually { freed.all.count == 53 })
    #expect(store.state == 53 && store.runningEffects.isEmpty)
  }

  @Test
  func `Eazy 7: a hook is awaited without a timeout, and another store's is not heard`() async {
    let (stream, feed) = AsyncStream<String>.makeStream()
    let (others, other) = AsyncStream<String>.makeStream()
    let store = TestStore(Lines(), typist(stream: stream), isExhaustive: false)
    let neighbor = TestStore(Lines(), typist(stream: others), isExhaustive: false)
    other.yield("there")
    await neighbor.settle()
    #expect(store.hooks == [])
    feed.yield("here")
    await store.settle()
    #expect((store.hooks, store.state.lines) == (["streamed"], ["here"]))
    #expect(store.clock.now.offset == .zero)
  }

  @Test func `Eazy 13: a plain actor has a store, and its effects run there`() async {
    #expect(await Session().begin() == ["through", "through, sent"])
  }
}
