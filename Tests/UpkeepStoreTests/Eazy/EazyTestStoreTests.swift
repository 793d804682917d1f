import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Draft: Equatable {
  enum Action: Equatable { case send }

  var draft = ""
  var isLong = false
  var sent: [String] = []
}

/// Sends drafts.
private func composer() -> Acting<Draft, Draft.Action> {
  let sending = Reducer<Draft, Draft.Action> { state, _ in
    state.sent.append(state.draft)
    state.draft = ""
  }
  return Acting(
    sending,
    hooks: { store in
      let isLong = store.changes(of: \.draft).map { $0.count > 5 }
      Hook("isLong", isLong.removeDuplicates()) { store.isLong = $0 }
    })
}

/// A test store whose fields the test writes, as in Eazy's tests.
@MainActor @Suite struct EazyTestStoreTests {
  @Test func `Eazy, TestStore: a field is written, which says so, and an action is sent`()
    async throws
  {
    let store = TestStore(state: Draft(), interactor: composer())
    store.draft = "Hello"
    try store.send(.send) {
      $0.sent = ["Hello"]
      $0.draft = ""
    }
    try await store.finish()
    #expect(store.transitions.map(\.draft) == ["Hello", ""])
    #expect(store.actions == [.send])
  }

  @Test func `Eazy, TestStore: a test has yet to state what a hook makes of a written field`()
    async throws
  {
    let store = TestStore(Draft(), composer())
    store.draft = "Hello everybody"
    #expect(store.hooks == ["isLong"])
    try await store.change { $0.isLong = true }
    store.draft += "!"
    store.sent.append("Before")
    #expect(store.state == .init(draft: "Hello everybody!", isLong: true, sent: ["Before"]))
    store.draft = ""
    withKnownIssue { try store.send(.send) }
  }

  @Test func `Eazy, TestStore: a write without a change is no step`() async throws {
    try await withTestStore(Draft(), composer()) { store in
      store.draft = ""
      store.isLong = false
    }
  }

  @Test func `an observer that writes when a test does has written by itself`() async throws {
    let store = TestStore(Draft(), composer())
    let updater = Updater()
    updater.onTransition(store.store.property(\.draft)) { old, _ in
      if old != nil { store.store.bound(\.sent).value = ["seen"] }
    }
    store.draft = "Hi"
    try await store.change { $0.sent = ["seen"] }
    try await store.finish()
  }
}
