import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Offline: Error {}

/// The chat of Eazy's README, section by section.
@MainActor @Suite struct EazyReadmeChatTests {
  private let loaded = EazyChatState(messages: .value(.mock))

  @Test func `Eazy, State: a store is read by the names of its state's members`() {
    let store = Store(EazyChatState(), EazyChatInteractor(service: .mock()))
    #expect(store.messages == .loading)
    #expect(store.newMessage == "")
    #expect(store.state == EazyChatState())
  }

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

  @Test func `Eazy, Action: a failure is shown, and what was there before is told apart`()
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

  @Test func `Eazy, Dependencies: a plain struct is all that an interactor needs`() async throws {
    let sent = Notes<EazyChatState.Message>()
    let service = EazyChatService(
      getMessages: { [] }, sendMessage: { sent.add($0) },
      receivedMessage: AsyncStream { $0.finish() },
      cacheDraft: { _ in })
    let store = Store(EazyChatState(newMessage: "Hello"), EazyChatInteractor(service: service))
    await store.send(.sendMessage).finish()
    #expect(sent.all == [.init(id: 9, from: .me, text: "Hello")])
    #expect(store.newMessage == "")
  }

  @Test func `Eazy, Interactor: an empty message is not sent`() async throws {
    let store = TestStore(loaded, EazyChatInteractor(service: .mock()))
    try store.send(.sendMessage)
    try await store.finish()
    #expect(store.transitions == [])
  }

  @Test func `Eazy, View: what shows a store follows what it reads, and its controls write`()
    async throws
  {
    let store = Store(EazyChatState(), EazyChatInteractor(service: .mock()))
    let screen = Seen { store.messages.value.map { "\($0.count) messages" } ?? "loading" }
    let field = Seen { store.newMessage }
    store.bound(\.newMessage).value = "Hey"
    await store.send(.getMessages).finish()
    #expect(screen.values == ["loading", "3 messages"])
    #expect(field.values == ["", "Hey"])
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

  @Test func `Eazy, service mock: what is sent to it is received`() async throws {
    let store = TestStore(
      EazyChatState(messages: .value([]), newMessage: "Echo"), EazyChatInteractor(service: .mock()),
      isExhaustive: false)
    try await store.send(.sendMessage).finish()
    await store.settle()
    #expect(store.messages.value?.map(\.text) == ["Echo"])
  }

  @Test func `Eazy, Testing: get messages`() async throws {
    let store = TestStore(
      EazyChatState(), EazyChatInteractor(service: .mock()), isExhaustive: false)
    try await store.send(.getMessages).finish()
    #expect(store.state == EazyChatState(messages: .value(.mock), newMessage: ""))
    #expect(store.actions == [.getMessages])
    #expect(store.transitions == [loaded])
  }

  @Test func `Eazy, Testing: a message is received through a stream`() async throws {
    let subject = AsyncStream<EazyChatState.Message>.makeStream()
    let newMessage = EazyChatState.Message(id: 4, from: .other, text: "Foo")
    let store = TestStore(
      EazyChatState(messages: .value([])), EazyChatInteractor(service: .mock(subject: subject)))
    subject.continuation.yield(newMessage)
    try await store.change { $0.messages = .value([newMessage]) }
    #expect(store.hooks == ["messageReceived"])
    try await store.finish()
  }
}
