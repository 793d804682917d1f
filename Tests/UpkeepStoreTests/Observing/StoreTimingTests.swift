import Testing
import Upkeep
import UpkeepStore

/// Fields of a store, followed in time.
@MainActor @Suite struct StoreTimingTests {
  private nonisolated struct State: Equatable, Sendable {
    var level = 0
    var other = 0
  }

  private nonisolated enum Action: Sendable {
    case level(Int)
    case other
  }

  @Test func `a field of a store can be throttled, delayed, and what went before it told`() {
    let store = Store(
      State(),
      Reducer<State, Action> { state, action in
        switch action {
        case .level(let level): state.level = level
        case .other: state.other += 1
        }
      })
    let clock = ManualClock()
    let level = store.property(\.level)
    let (shown, late) = (
      level.throttled(for: .seconds(1), clock: clock), level.delayed(by: .seconds(2), clock: clock)
    )
    let before = level.previous()
    let updater = Updater()
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([shown.value, late.value, before.value ?? -1]) }
    for level in 1...3 {
      store.send(.level(level))
      store.send(.other)
    }
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(log == [[0, 0, -1], [1, 0, 0], [1, 0, 1], [1, 0, 2], [3, 0, 2], [3, 3, 2]])
  }
}
