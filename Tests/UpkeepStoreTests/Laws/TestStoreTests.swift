import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private enum SearchAction: Equatable {
  case query(String)
  case search
  case clear
}

/// Searches for each query.
@MainActor private func search() -> Acting<String, SearchAction> {
  Acting(Reducer { if case .query(let text) = $1 { $0 = text } }) { action, store in
    switch action {
    case .query: store.send(.search)
    case .search: try? await store.sleep(for: .seconds(1))
    case .clear: break
    }
  } policies: {
    $0 == .search ? .latest("search") : .concurrent
  }
}

@MainActor struct TestStoreTests {
  @Test func `an unstated step fails with the difference`() async throws {
    let store = TestStore("", search())
    let line = #line + 2
    try withKnownIssue {
      try store.send(.query("cat")) { $0 = "dog" }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains("cat") }
    }
    await withKnownIssue { try await store.finish() }
  }

  @Test func `a missing step is recorded at its place, with a reason`() async throws {
    let store = TestStore("", search(), isExhaustive: false)
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

  @Test func `a missing step tells of the clock while a debounced hook waits`() async throws {
    let hearing = Acting<String, SearchAction>(
      Reducer { if case .query(let text) = $1 { $0 = text } },
      hooks: { store in
        Hook("typed", store.changes(of: \.self).debounced(for: .seconds(1))) { _ in
          store.send(.search)
        }
      })
    let store = TestStore("", hearing, isExhaustive: false)
    try store.send(.query("cat"))
    for isWaiting in [true, false] {
      try await withKnownIssue {
        try await store.receive(.clear)
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("clock.advance(by:)") } == isWaiting
      }
      store.clock.advance(by: .seconds(1))
    }
    #expect(store.actions == [.query("cat"), .search])
  }

  @Test func `a difference where no test of Swift Testing runs is thrown, with its place`() async {
    let line: UInt = #line + 11
    let task = Task.detached { try await differ() }
    let failure = await #expect(throws: TestFailure.self) { try await task.value }
    #expect(failure?.line == line)
    #expect(failure?.description.contains("TestStoreTests.swift:\(line)") == true)
  }
}

/// Makes a wrong claim.
@MainActor private func differ() async throws {
  try await withTestStore("", search()) { store in
    try store.send(.query("cat")) { $0 = "dog" }
  }
}

/// Services that wait for a clock that is advanced by hand.
@MainActor struct SimulationTests {
  @Test func `settling waits for what goes on by itself, and not for the clock`() async {
    let clock = ManualClock()
    let asking = Acting<[String], String>(policy: .latest("question")) { action, store in
      store.modify { $0.append("asked") }
      let isOver = (try? await clock.sleep(for: .seconds(1))) != nil
      store.modify { $0.append(isOver ? action : "cancelled") }
    }
    let store = Store([], asking, clock: clock)
    for action in ["superseded", "answer"] {
      store.send(action)
      await store.settle()
      #expect(clock.alarmCount == 1)
    }
    await clock.pass(.milliseconds(999), in: store)
    #expect(store.state == ["asked", "asked"])
    await clock.pass(.milliseconds(1), in: store)
    #expect((store.state, clock.alarmCount) == (["asked", "asked", "answer"], 0))
  }
}
