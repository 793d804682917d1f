import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Search: Interactor {
  struct State: Equatable {
    var query = ""
    var results: Loadable<[String]> = .value([])
    var isLong = false
  }
  enum Action: Equatable {
    case queryChanged(String)
    case search
    case clear
  }

  func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .queryChanged(let text): state.query = text
    case .search: state.results = .loading(previous: state.results.value)
    case .clear: state = State()
    }
  }

  nonisolated(nonsending) func perform(_ action: Action, _ store: StoreContext<State, Action>) async
  {
    switch action {
    case .queryChanged: store.send(.search)
    case .search:
      guard (try? await store.sleep(for: .seconds(1))) != nil else { return }
      store.results = .value([store.query])
    case .clear: break
    }
  }

  func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    Hook("isLong", store.changes(of: \.query).map { $0.count > 3 }, to: \.isLong, of: store)
  }

  func policy(for action: Action) -> EffectPolicy {
    switch action {
    case .search: .latest("search")
    case .queryChanged: .concurrent
    case .clear: .never
    }
  }
}

@MainActor struct TestStoreTests {
  @Test func `a test says every step, and time is advanced by hand`() async throws {
    let store = TestStore(Search.State(), Search())
    try store.send(.queryChanged("cats")) { $0.query = "cats" }
    try await store.change { $0.isLong = true }
    try await store.receive(.search) { $0.results = .loading(previous: []) }
    store.clock.advance(by: .seconds(1))
    try await store.change { $0.results = .value(["cats"]) }
    try await store.finish()
    #expect(store.hooks == ["isLong"])
  }

  @Test func `a superseded search writes nothing`() async throws {
    let store = TestStore(Search.State(), Search(), isExhaustive: false)
    let first = try store.send(.queryChanged("dog"))
    await store.settle()
    let second = try store.send(.queryChanged("fox"))
    await store.settle()
    store.clock.advance(by: .seconds(1))
    await first.finish()
    await second.finish()
    #expect(store.results == .value(["fox"]))
    #expect(store.transitions.filter { $0.results == .value(["dog"]) } == [])
  }

  @Test func `what was not said fails, with the difference`() async throws {
    let store = TestStore(Search.State(), Search())
    do {
      try store.send(.queryChanged("cat")) { $0.query = "dog" }
      Issue.record("must throw")
    } catch let failure as TestFailure {
      #expect(failure.description.contains("cat"))
    }
    await #expect(throws: TestFailure.self) { try await store.finish() }
  }
}
