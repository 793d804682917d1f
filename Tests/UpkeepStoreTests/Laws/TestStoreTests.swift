import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Search: Interactor {
  enum Action: Equatable {
    case query(String)
    case search
    case clear
  }

  func reduce(_ state: inout String, _ action: Action) {
    if case .query(let text) = action { state = text }
  }

  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<String, Action>
  ) async {
    switch action {
    case .query: store.send(.search)
    case .search: try? await store.sleep(for: .seconds(1))
    case .clear: break
    }
  }

  func policy(for action: Action) -> EffectPolicy {
    action == .search ? .latest("search") : .concurrent
  }
}

@MainActor struct TestStoreTests {
  @Test func `a step that was not said fails, with the difference`() async throws {
    let store = TestStore("", Search())
    let line = #line + 2
    try withKnownIssue {
      try store.send(.query("cat")) { $0 = "dog" }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains("cat") }
    }
    await withKnownIssue { try await store.finish() }
  }

  @Test func `a step that does not come is recorded in its place, with a reason`() async throws {
    let store = TestStore("", Search(), isExhaustive: false)
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
    await withKnownIssue { try await store.change { $0 = "never" } }
  }

  @Test func `a difference where no test of Swift Testing runs is thrown, with its place`() async {
    let line: UInt = #line + 11
    let failure = await Task.detached { await differ() }.value
    #expect(failure?.line == line)
    #expect(failure?.description.contains("TestStoreTests.swift:\(line)") == true)
  }
}

/// Makes a wrong claim, where nobody can record that.
@MainActor private func differ() async -> TestFailure? {
  do {
    try await withTestStore("", Search()) { store in
      try store.send(.query("cat")) { $0 = "dog" }
    }
    return nil
  } catch {
    return error as? TestFailure
  }
}
