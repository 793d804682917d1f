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
  @Test func `an unstated step fails with the difference`() async throws {
    let store = TestStore("", Search())
    let line = #line + 2
    try withKnownIssue {
      try store.send(.query("cat")) { $0 = "dog" }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains("cat") }
    }
    await withKnownIssue { try await store.finish() }
  }

  @Test func `a missing step is recorded at its place, with a reason`() async throws {
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

/// Makes a wrong claim, and returns the failure instead of recording it.
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

/// Services that wait for a clock that is advanced by hand.
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
