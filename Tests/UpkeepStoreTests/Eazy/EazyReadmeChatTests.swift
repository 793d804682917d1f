import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Offline: Error {}

/// The chat of Eazy's README, section by section.
@MainActor @Suite struct EazyReadmeChatTests {
  private let loaded = EazyChatState(messages: .value(.mock))

  @Test func `Eazy, Action: an asynchronous action loads, and shows that it does`() async throws {
    let gate = Gate<[EazyChatState.Message]>()
    let store = TestStore(loaded, EazyChatInteractor(service: .mock(messages: gate)))
    let task = try store.send(.getMessages)
    try await store.change { $0.messages = .loading(previous: .mock) }
    #expect(!task.isFinished)
    gate.open([])
    await task.finish()
    try await store.change { $0.messages = .value([]) }
    try await store.finish()
  }

  @Test func `Eazy, Action: a failure is shown, and told apart from the messages before`()
    async throws
  {
    let gate = Gate<[EazyChatState.Message]>()
    gate.open(throwing: Offline())
    let store = TestStore(EazyChatState(), EazyChatInteractor(service: .mock(messages: gate)))
    try await store.send(.getMessages).finish()
    #expect(store.messages.error is Offline)
    try await store.change { $0.messages = .failed(Offline()) }
    try await store.finish()
  }

  @Test func `Eazy, Hooks: a store hears the outside and its own state, each by its name`()
    async throws
  {
    let drafts = Notes<String>()
    let store = TestStore(loaded, EazyChatInteractor(service: .mock(drafts: drafts)))
    store.store.bound(\.newMessage).value = "Hi"
    #expect(drafts.all == ["Hi"])
    #expect(store.hooks == ["newMessageChanged"])
    try await store.change { $0.newMessage = "Hi" }

    // The service decides on the order of the two.
    store.isExhaustive = false
    try await store.send(.sendMessage).finish()
    await store.settle()
    #expect(drafts.all == ["Hi", ""])
    #expect(
      store.state == EazyChatState(messages: .value(.mock + [.init(id: 9, from: .me, text: "Hi")])))
    #expect(store.hooks.sorted() == ["messageReceived", "newMessageChanged", "newMessageChanged"])
    try await store.finish()
  }

  @Test func `Eazy, SwiftUI animations: a change carries what the user interface makes of it`()
    async throws
  {
    let subject = AsyncStream<EazyChatState.Message>.makeStream()
    let store = TestStore(
      loaded, EazyChatInteractor(service: .mock(subject: subject)), isExhaustive: false)
    let animations = Seen {
      _ = store.store.messages
      return untracked { store.store.animation as? EazyChatAnimation }
    }
    subject.continuation.yield(.init(id: 3, from: .other, text: "Foo"))
    await store.settle()
    try await store.send(.getMessages).finish()
    #expect(animations.values == [nil, .spring, nil, nil])
  }
}
