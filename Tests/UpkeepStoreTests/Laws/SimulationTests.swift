import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// A service that takes its time by a clock that is advanced by hand.
private struct Asking: Interactor {
  typealias State = [String]
  typealias Action = String

  let clock: ManualClock
  let news: AsyncStream<String>

  nonisolated(nonsending) func perform(
    _ action: String, _ store: StoreContext<[String], String>
  ) async {
    store.modify { $0.append("asked") }
    do {
      try await clock.sleep(for: .seconds(1))
      store.modify { $0.append(action) }
    } catch {
      store.modify { $0.append("\(error)") }
    }
  }

  func hooks(_ store: StoreContext<[String], String>) -> [Hook] {
    Hook("news", news) { text in store.modify { $0.append(text) } }
  }

  func policy(for action: String) -> EffectPolicy { .latest("question") }
}

@MainActor struct SimulationTests {
  private let clock = ManualClock()
  private let news = AsyncStream<String>.makeStream()
  private var interactor: Asking { Asking(clock: clock, news: news.stream) }

  @Test func `settling waits for what goes on by itself, and not for the clock`() async {
    let store = Store([], interactor, clock: clock)
    store.send("answer")
    await store.settle()
    #expect(store.state == ["asked"])
    clock.advance(by: .milliseconds(999))
    await store.settle()
    #expect(store.state == ["asked"])
    clock.advance(by: .milliseconds(1))
    await store.settle()
    #expect(store.state == ["asked", "answer"])
  }

  @Test func `once settled, a hook has heard what had come`() async {
    let store = Store([], interactor, clock: clock)
    news.continuation.yield("hello")
    news.continuation.yield("goodbye")
    await store.settle()
    #expect(store.state == ["hello", "goodbye"])
  }

  @Test
  func `an effect that is superseded while its service sleeps writes nothing, and its alarm goes`()
    async
  {
    let store = Store([], interactor, clock: clock)
    store.send("first")
    await store.settle()
    #expect(clock.alarmCount == 1)
    store.send("second")
    await store.settle()
    #expect(clock.alarmCount == 1)
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == ["asked", "asked", "second"])
    #expect(clock.alarmCount == 0)
  }

  @Test func `a task that was cancelled does not sleep`() async {
    let clock = clock
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    }
    await task.value
    #expect(clock.alarmCount == 0)
  }
}
