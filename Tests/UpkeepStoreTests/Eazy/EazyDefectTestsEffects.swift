import Differential
import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

private struct Lines: Equatable {
  var lines: [String] = []
  var source = ""
}

private enum LineAction: Equatable {
  case write(String)
  case begin(String)
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

  @Test func `Eazy 4: captures of actions are freed when their effects have ended`() async {
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
    #expect(store.runningEffects.isEmpty)
    #expect(loads.count { $0.load != nil } == 0)
  }

  @Test func `Eazy 7: a hook is awaited without a timeout, and another store's is not heard`()
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
    #expect(store.clock.now.offset == .zero)
  }

  @Test func `Eazy 13: a plain actor has a store, and its effects run there`() async {
    #expect(await Session().begin() == ["through", "through, sent"])
  }

  /// Gives resumed tasks the time to go on, to their end.
  private func settled() async {
    for _ in 1...200 { await Task.yield() }
  }
}
