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

/// Writes the texts that gates let through.
private struct Typist: Interactor {
  typealias State = Lines
  typealias Action = LineAction

  var gates: [String: Gate<String>] = [:]
  var policy: (LineAction) -> EffectPolicy = { _ in .concurrent }
  var stream: AsyncStream<String> = AsyncStream { $0.finish() }
  var probe: AnyObject?

  func reduce(_ state: inout Lines, _ action: LineAction) {
    if case .write(let line) = action { state.lines.append(line) }
  }

  nonisolated(nonsending) func perform(
    _ action: LineAction, _ store: StoreContext<Lines, LineAction>
  ) async {
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
  }

  func hooks(_ store: StoreContext<Lines, LineAction>) -> [Hook] {
    Hook("streamed", stream) { store.lines.append($0) }
    Hook("source", store.changes(of: \.source)) { _ in _ = probe }
  }

  func policy(for action: LineAction) -> EffectPolicy { policy(action) }
}

private final class Probe {}

private actor Session {
  private lazy var store = Store(Lines(), Typist(gates: ["begin": .open("through")]))

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
      Lines(), Typist(gates: ["slow": slow, "fast": fast], policy: { _ in .latest("search") }))
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

  @Test func `Eazy 4: fifty-three actions leave nothing behind`() async throws {
    let store = TestStore(
      Lines(), Typist(gates: ["a": .open("a")], policy: { _ in .cancellable("all") }),
      isExhaustive: false)
    for _ in 1...53 { try store.send(.write("x")) }
    weak var gone: Gate<String>?
    do {
      let gate = Gate<String>()
      gone = gate
      let interactor = Typist(gates: ["held": gate])
      let held = Store(Lines(), interactor)
      let tasks = (1...53).map { _ in held.send(.begin("held")) }
      gate.open("through")
      for task in tasks { await task.finish() }
      #expect(held.lines.count == 106)
    }
    await eventually { gone == nil }
    #expect(gone == nil)
    try await store.finish()
    #expect(store.store.lines.count == 53)
  }

  @Test func `Eazy 4: what actions have captured is freed when their effects have ended`() async {
    struct Carrying: Interactor {
      struct Action { let load: Probe }
      typealias State = Int
      func reduce(_ state: inout Int, _ action: Action) { state += 1 }
      nonisolated(nonsending) func perform(
        _ action: Action, _ store: StoreContext<Int, Action>
      ) async {
        await Task.yield()
        withExtendedLifetime(action.load) {}
      }
      func policy(for action: Action) -> EffectPolicy { .latest("one") }
    }
    struct Weakly { weak var load: Probe? }
    let store = Store(0, Carrying())
    var loads: [Weakly] = []
    for _ in 1...53 {
      let load = Probe()
      loads.append(Weakly(load: load))
      await store.send(Carrying.Action(load: load)).finish()
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
    let store = TestStore(Lines(), Typist(stream: stream), isExhaustive: false)
    let neighbor = TestStore(Lines(), Typist(stream: others), isExhaustive: false)
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
      Typist(gates: ["a": .open("a"), "b": .open("b")]) { action in
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
    let store = Store(Lines(), Typist(gates: ["parent": parent, "child": child]))
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
    let store = Store(Lines(), Typist(gates: ["parent": .open(""), "child": child]))
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

  @Test func `a store that is released takes its hooks and effects with it`() async {
    let gate = Gate<String>()
    let (stream, feed) = AsyncStream<String>.makeStream()
    weak var gone: Store<Lines, LineAction>?
    weak var probe: Probe?
    var task: StoreTask?
    do {
      let seen = Probe()
      let store = Store(
        Lines(), Typist(gates: ["begin": gate], stream: stream, probe: seen))
      (gone, probe) = (store, seen)
      task = store.send(.begin("begin"))
      feed.yield("one")
      await eventually { store.lines == ["one"] }
      #expect(store.lines == ["one"])
    }
    #expect(gone == nil)
    #expect(task?.isCancelled == true)
    feed.yield("two")
    gate.open("late")
    await eventually { probe == nil }
    #expect(probe == nil)
  }

  /// Gives resumed tasks the time to go on, to their end.
  private func settled() async {
    for _ in 1...200 { await Task.yield() }
  }
}
