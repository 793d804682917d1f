import Conversation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Each test states everything that happens in the chat, in order.
@MainActor @Suite struct ChatInteractorTests {
  private let clock = ManualClock()
  private let service: ScriptedService
  private let chat: TestStore<ChatState, ChatAction>
  private let hello = Message(id: "history 1", author: "Anna", text: "Hello!")
  private let hi = Message(id: "received 1", author: "Ben", text: "Hi")

  init() {
    service = ScriptedService(history: [hello], clock: clock)
    chat = TestStore(ChatState(), ChatInteractor(service: service.service), clock: clock)
  }

  private func mine(
    _ text: String, _ delivery: Message.Delivery = .sending, number: Int = 1
  ) -> Message {
    Message(id: "me \(number)", author: Message.me, text: text, delivery: delivery)
  }

  // MARK: - Loading

  @Test func `the history arrives after its delay`() async throws {
    try chat.send(.load) { $0.messages = .loading(previous: []) }
    await pass(ScriptedService.historyDelay - .milliseconds(1))
    await chat.settle()
    #expect(chat.messages.isLoading)
    clock.advance(by: .milliseconds(1))
    try await chat.change { $0.messages = .value([hello]) }
    try await chat.finish()
  }

  @Test func `a message that comes while the history loads is shown at once`() async throws {
    try chat.send(.load) { $0.messages = .loading(previous: []) }
    await chat.settle()
    service.receive("Hi", from: "Ben")
    try await chat.receive(.received(hi)) { $0.messages = .loading(previous: [hi]) }
    #expect(chat.hooks == ["received"])
    clock.advance(by: ScriptedService.historyDelay)
    try await chat.change { $0.messages = .value([hello, hi]) }
    try await chat.finish()
  }

  @Test func `a history that fails to load keeps the shown messages until a retry`() async throws {
    service.receive("Hi", from: "Ben")
    try await chat.receive(.received(hi)) { $0.messages = .value([hi]) }
    service.failNext("asleep")
    try chat.send(.load) { $0.messages = .loading(previous: [hi]) }
    await pass(ScriptedService.historyDelay)
    try await chat.change { $0.messages = .failed(ServiceFailure("asleep"), previous: [hi]) }
    try chat.send(.retry)
    try await chat.receive(.load) { $0.messages = .loading(previous: [hi]) }
    await pass(ScriptedService.historyDelay)
    try await chat.change { $0.messages = .value([hello, hi]) }
    try await chat.finish()
  }

  @Test func `the last of two loads counts`() async throws {
    let first = try chat.send(.load) { $0.messages = .loading(previous: []) }
    let second = try chat.send(.load)
    #expect(first.isFinished && !second.isFinished)
    await pass(ScriptedService.historyDelay)
    try await chat.change { $0.messages = .value([hello]) }
    try await chat.finish()
  }

  // MARK: - Sending

  @Test func `a message that is sent is seen at once, and delivered after its time`() async throws {
    try await sendHi()
    try await chat.change { $0.messages = .value([mine("Hi", .delivered)]) }
    try await chat.finish()
  }

  @Test func `an empty message is not sent`() async throws {
    try chat.send(.send)
    try await chat.finish()
    #expect(chat.transitions == [])
    #expect(clock.now.offset == .zero)
  }

  @Test func `messages arrive one after the other`() async throws {
    chat.isExhaustive = false
    for text in ["one", "two"] {
      chat.store.bound(\.draft).value = text
      try chat.send(.send)
    }
    await chat.settle()
    for deliveries: [Message.Delivery] in [[.delivered, .sending], [.delivered, .delivered]] {
      clock.advance(by: ScriptedService.sendingDelay)
      await chat.settle()
      #expect(chat.messages.value?.map(\.delivery) == deliveries)
    }
    #expect(chat.messages.value?.map(\.text) == ["one", "two"])
  }

  @Test func `a message that fails keeps text and place, and is sent by a retry`() async throws {
    service.failNext("no connection")
    try await sendHi()
    try await chat.change { $0.messages = .value([mine("Hi", .failed("no connection"))]) }
    service.receive("Anybody?", from: "Ben")
    let question = Message(id: "received 1", author: "Ben", text: "Anybody?")
    try await chat.receive(.received(question)) {
      $0.messages = .value([mine("Hi", .failed("no connection")), question])
    }
    try chat.send(.retry) { $0.messages = .value([mine("Hi"), question]) }
    await pass(ScriptedService.sendingDelay)
    try await chat.change { $0.messages = .value([mine("Hi", .delivered), question]) }
    try await chat.finish()
  }

  @Test func `a failure does not delay later messages`() async throws {
    chat.isExhaustive = false
    service.failNext("too long")
    for text in ["one", "two"] {
      chat.store.bound(\.draft).value = text
      try chat.send(.send)
    }
    for _ in 1...2 { await pass(ScriptedService.sendingDelay) }
    await chat.settle()
    #expect(
      chat.messages.value == [mine("one", .failed("too long")), mine("two", .delivered, number: 2)])
  }

  @Test func `a retry without a failure asks for nothing`() async throws {
    try chat.send(.retry)
    try await chat.finish()
    #expect(chat.actions == [.retry])
  }

  // MARK: - Searching

  @Test func `a search superseded while it waits or asks never shows results`() async throws {
    let waiting = try chat.send(.search("h")) { $0.search = ChatState.Search(query: "h") }
    let asking = try chat.send(.search("he")) { $0.search = ChatState.Search(query: "he") }
    #expect(waiting.isFinished)
    clock.advance(by: ChatInteractor.pause)
    await chat.settle()
    try chat.send(.search("dog")) { $0.search = ChatState.Search(query: "dog") }
    #expect(asking.isFinished)
    clock.advance(by: ChatInteractor.pause)
    await pass(ScriptedService.searchDelay)
    try await chat.change { $0.search?.results = .value([]) }
    try await chat.finish()
  }

  @Test(arguments: [Duration.zero, ChatInteractor.pause])
  func `a search cancelled while it waits or asks shows nothing`(elapsed: Duration) async throws {
    let search = try chat.send(.search("he")) { $0.search = ChatState.Search(query: "he") }
    clock.advance(by: elapsed)
    await chat.settle()
    try chat.send(.cancelSearch) { $0.search = nil }
    #expect(search.isFinished)
    clock.advance(by: .seconds(10))
    try await chat.finish()
  }

  @Test func `a search that fails says why, and is made again by a retry`() async throws {
    service.failNext("no index")
    try chat.send(.search("HE")) { $0.search = ChatState.Search(query: "HE") }
    clock.advance(by: ChatInteractor.pause)
    await pass(ScriptedService.searchDelay)
    try await chat.change { $0.search?.results = .failed(ServiceFailure("no index")) }
    try chat.send(.retry)
    try await chat.receive(.search("HE")) { $0.search = ChatState.Search(query: "HE") }
    clock.advance(by: ChatInteractor.pause)
    await pass(ScriptedService.searchDelay)
    try await chat.change { $0.search?.results = .value([hello]) }
    try await chat.finish()
  }

  // MARK: - Hooks

  @Test func `a draft is saved at once, and only when it has changed`() async throws {
    var saved: [String] = []
    let chat = TestStore(
      ChatState(), ChatInteractor(service: ChatService(saveDraft: { saved.append($0) })),
      clock: clock)
    try await type("Hi", in: chat)
    #expect(saved == ["Hi"])
    chat.store.bound(\.draft).value = "Hi"
    #expect(saved == ["Hi"])
    try await type("Hi!", in: chat)
    #expect(saved == ["Hi", "Hi!"])
    #expect(chat.hooks == ["draft", "draft"])
    try await chat.finish()
  }

  @Test func `sending a draft saves an empty draft`() async throws {
    chat.isExhaustive = false
    chat.store.bound(\.draft).value = "Hi"
    #expect(service.savedDraft == "Hi")
    try chat.send(.send)
    #expect(service.savedDraft == "")
  }

  /// Lets time pass once all running effects wait.
  private func pass(_ time: Duration) async {
    await chat.settle()
    clock.advance(by: time)
  }

  private func sendHi() async throws {
    try await type("Hi", in: chat)
    try chat.send(.send) {
      $0.draft = ""
      $0.writtenCount = 1
      $0.messages = .value([mine("Hi")])
    }
    await pass(ScriptedService.sendingDelay)
  }

  private func type(_ text: String, in chat: TestStore<ChatState, ChatAction>) async throws {
    chat.store.bound(\.draft).value = text
    try await chat.change { $0.draft = text }
  }
}
