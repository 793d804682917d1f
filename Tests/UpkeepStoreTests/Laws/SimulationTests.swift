import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Services that take their time by a clock that is advanced by hand.
@MainActor struct SimulationTests {
  @Test func `settling waits for what goes on by itself, and not for the clock`() async {
    let clock = ManualClock()
    let asking = Acting<[String], String>(policy: .latest("question")) { action, store in
      store.modify { $0.append("asked") }
      do {
        try await clock.sleep(for: .seconds(1))
        store.modify { $0.append(action) }
      } catch {
        store.modify { $0.append("\(error)") }
      }
    }
    let store = Store([], asking, clock: clock)
    store.send("superseded")
    await store.settle()
    #expect(clock.alarmCount == 1)
    store.send("answer")
    await store.settle()
    #expect(clock.alarmCount == 1)
    clock.advance(by: .milliseconds(999))
    await store.settle()
    #expect(store.state == ["asked", "asked"])
    clock.advance(by: .milliseconds(1))
    await store.settle()
    #expect(store.state == ["asked", "asked", "answer"])
    #expect(clock.alarmCount == 0)
  }

  @Test func `settling does not wait for code that sleeps by the clock as by any`() async {
    let clock = ManualClock()
    let store = Store(
      [],
      Acting<[String], String> { action, store in
        try? await Task.sleep(for: .seconds(1), clock: clock)
        store.modify { $0.append(action) }
      })
    store.send("answer")
    await store.settle()
    #expect(store.state == [])
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == ["answer"])
  }
}
