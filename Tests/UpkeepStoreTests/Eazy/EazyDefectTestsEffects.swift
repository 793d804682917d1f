import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Lines: Equatable {
  var lines: [String] = []
  var source = ""
}

private enum LineAction: Equatable {
  case write(String)
  case begin(String)
  case parent
}

/// Writes the texts that gates let through, and those that come.
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
    case .parent:
      store.send(.begin("child"))
      _ = try? await gates["parent"]?.value()
    }
  } hooks: { store in
    Hook("streamed", stream) { store.lines.append($0) }
  } policies: {
    policies?($0) ?? .concurrent
  }
}

private final class Probe {}

private actor Session {
  private lazy var store = Store(Lines(), typist(["begin": .open("through")]))

  func begin() async -> [String] {
    await store.send(.begin("begin")).finish()
    return store.lines
  }

  func count() -> Int {
    for number in 0..<1_000 { store.send(.write("\(number)")) }
    return store.lines.count
  }
}

/// Defects of Eazy's effects.
///
/// The numbers are those of the list of its defects.
@MainActor @Suite struct EazyDefectTestsEffects {
  @Test func `Eazy 3: a search that was superseded writes nothing`() async {
    let (slow, fast) = (Gate<String>(), Gate<String>())
    let store = Store(
      Lines(), typist(["slow": slow, "fast": fast]) { _ in .latest("search") })
    let first = store.send(.begin("slow"))
    await eventually { slow.waitingCount == 1 }
    let second = store.send(.begin("fast"))
    await eventually { fast.waitingCount == 1 }
    #expect([slow.waitingCount, fast.waitingCount] == [1, 1])
    fast.open("fast")
    await second.finish()
    slow.open("slow")
    await first.finish()
    await settled()
    #expect(store.state == Lines(lines: ["fast", "fast, sent"], source: "fast"))
  }

  @Test func `Eazy 4: fifty-three actions leave nothing behind`() async {
    weak var gone: Gate<String>?
    do {
      let gate = Gate<String>()
      gone = gate
      let held = Store(
        Lines(), typist(["held": gate]) { _ in .cancellable("all") })
      let tasks = (1...53).map { _ in held.send(.begin("held")) }
      gate.open("through")
      for task in tasks { await task.finish() }
      #expect(held.lines.count == 106)
      #expect(held.runningActions.isEmpty)
    }
    await eventually { gone == nil }
    #expect(gone == nil)
  }

  @Test func `Eazy 4: what actions have captured is freed when their effects have ended`() async {
    struct Weakly { weak var load: Probe? }
    let carrying = Acting<Int, Probe>(
      Reducer { state, _ in state += 1 }, policy: .latest("one")
    ) { load, _ in
      await Task.yield()
      withExtendedLifetime(load) {}
    }
    let store = Store(0, carrying)
    var loads: [Weakly] = []
    for _ in 1...53 {
      let load = Probe()
      loads.append(Weakly(load: load))
      await store.send(load).finish()
    }
    await eventually { loads.allSatisfy { $0.load == nil } }
    #expect(store.state == 53)
    #expect(loads.count { $0.load != nil } == 0)
  }

  @Test func `Eazy 7: a hook is awaited without a timeout, and that of another store is none`()
    async throws
  {
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
    #expect(store.clock.now == .zero)
  }

  @Test func `Eazy 11: identities are any values, and an effect may wait for silence`() async throws
  {
    struct Row: Hashable { let number: Int }
    let store = TestStore(
      Lines(),
      typist(["a": .open("a"), "b": .open("b")]) { action in
        action == .begin("a")
          ? .debounced(Row(number: 1), for: .seconds(2)) : .latest(Row(number: 2))
      }, isExhaustive: false)
    let first = try store.send(.begin("a"))
    try store.send(.begin("b"))
    store.clock.advance(by: .seconds(1))
    let second = try store.send(.begin("a"))
    #expect(first.isCancelled)
    store.clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.lines == ["b", "b, sent"])
    store.clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.lines == ["b", "b, sent", "a", "a, sent"])
  }

  @Test func `Eazy 12: what an action has sent is cancelled with it`() async {
    let (parent, child) = (Gate<String>(), Gate<String>())
    let store = Store(Lines(), typist(["parent": parent, "child": child]))
    let task = store.send(.parent)
    await eventually { parent.waitingCount == 1 && child.waitingCount == 1 }
    #expect([parent.waitingCount, child.waitingCount] == [1, 1])
    task.cancel()
    child.open("late")
    await task.finish()
    await settled()
    #expect(store.state == Lines())
  }

  @Test func `Eazy 12: the handle of an action waits for what that has sent`() async {
    let child = Gate<String>()
    let store = Store(Lines(), typist(["parent": .open(""), "child": child]))
    let task = store.send(.parent)
    await eventually { child.waitingCount == 1 }
    #expect(!task.isFinished)
    child.open("child")
    await task.finish()
    #expect(store.lines == ["child", "child, sent"])
  }

  @Test func `Eazy 13: a plain actor has a store, and its effects run there`() async {
    #expect(await Session().begin() == ["through", "through, sent"])
  }

  @Test func `two stores are sent to side by side on two actors`() async {
    let sessions = (Session(), Session())
    async let first = sessions.0.count()
    async let second = sessions.1.count()
    #expect(await [first, second] == [1_000, 1_000])
  }

  /// Gives resumed tasks the time to go on, to their end.
  private func settled() async {
    for _ in 1...200 { await Task.yield() }
  }
}
