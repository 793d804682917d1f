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
    Hook("isLong", store.changes(of: \.query)) { store.isLong = $0.count > 3 }
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
    let line = #line + 2
    try withKnownIssue {
      try store.send(.queryChanged("cat")) { $0.query = "dog" }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains("cat") }
    }
    await withKnownIssue { try await store.finish() }
  }

  @Test func `what does not come is recorded where it was said, with what is waited for`()
    async throws
  {
    let store = TestStore(Search.State(), Search(), isExhaustive: false)
    try store.send(.search)
    await store.settle()
    store.clock.advance(by: .milliseconds(700))
    let line = #line + 2
    try await withKnownIssue {
      try await store.receive(.clear)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { $0.rawValue.contains("`search` waits 300 ms of the clock") }
    }
    await withKnownIssue { try await store.change { $0.query = "never" } }
  }

  @Test func `where no test of Swift Testing runs a difference is thrown, with its place`() async {
    let line: UInt = #line + 11
    let failure = await Task.detached { await differ() }.value
    #expect(failure?.line == line)
    #expect(failure?.description.contains("TestStoreTests.swift:\(line)") == true)
  }
}

/// Makes a wrong claim, where nobody can record that.
@MainActor private func differ() async -> TestFailure? {
  do {
    try await withTestStore(Search.State(), Search()) { store in
      try store.send(.queryChanged("cat")) { $0.query = "dog" }
    }
    return nil
  } catch {
    return error as? TestFailure
  }
}
