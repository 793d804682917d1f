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

    // The service decides which of the two changes comes first.
    store.isExhaustive = false
    try await store.send(.sendMessage).finish()
    await store.settle()
    #expect(drafts.all == ["Hi", ""])
    #expect(
      store.state == EazyChatState(messages: .value(.mock + [.init(id: 9, from: .me, text: "Hi")])))
    #expect(store.hooks.sorted() == ["messageReceived", "newMessageChanged", "newMessageChanged"])
    try await store.finish()
  }

  @Test func `Eazy, SwiftUI animations: a change carries the animation for the user interface`()
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

/// The form of Eazy's examples.
private struct SignUp: Equatable {
  enum Phase: Equatable {
    case idle
    case running
    case failure(String)
  }
  enum Action: Equatable {
    case signUp
    case failed
  }

  var phase = Phase.idle
  var notValidText: String?
  var attempts = 0

  @MainActor static func store(_ trace: Trace? = nil) -> Store<SignUp, Action> {
    let reducer = Reducer<SignUp, Action> { state, action in
      switch action {
      case .signUp: state.phase = .running
      case .failed: state.attempts += 1
      }
    }
    let interactor = Acting(
      reducer,
      hooks: { store in
        let failures = store.changes(of: \.phase).compactMap { phase in
          if case .failure(let text) = phase { text } else { nil }
        }
        Hook("notValid", failures) { text in
          store.modify(animation: "default") { $0.notValidText = text }
        }
        Hook("failed", store.changes(of: \.notValidText)) { _ in
          store.send(.failed, animation: "default")
        }
      })
    return Store(SignUp(), interactor, trace: trace)
  }
}

/// The sections of Eazy's README besides the chat.
@MainActor @Suite struct EazyReadmeFurtherTests {
  @Test
  func `Eazy, Debugging: a trace tells the first state, actions and changes until it is gone`()
    async
  {
    let texts = Notes<String>()
    let store = Store(
      EazyChatState(), EazyChatInteractor(service: .mock()), trace: Trace { texts.add("\($0)") })
    await store.send(.getMessages).finish()
    #expect(
      texts.all.map { $0.prefix { $0 != "\n" } } == [
        "Initial state:", "Action:", "Effect started:", "State changed by an effect:",
        "Effect ended:",
      ])
    #expect(texts.all[0].contains("newMessage"))
    #expect(texts.all[1].contains("getMessages"))
    #expect(texts.all[3].contains("Hello my friend"))
    store.trace = nil
    await store.send(.getMessages).finish()
    #expect(texts.all.count == 5)
  }

  @Test func `Eazy, Debugging: a trace names the writer, hooks and bindings by their names`() {
    var causes: [StoreEvent.Cause] = []
    let store = SignUp.store(
      Trace { if case .changed(_, _, let cause) = $0 { causes.append(cause) } })
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(
      causes == [.user, .binding("\(\SignUp.phase)"), .hook("notValid"), .hook("failed")])
  }

  @Test func `Eazy, Combine extensions: a hook assigns a value, or sends an action for it`() {
    let store = SignUp.store()
    let animations = Seen {
      _ = store.notValidText
      return untracked { store.animation as? String }
    }
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(store.notValidText == "too short")
    #expect(store.attempts == 1)
    #expect(animations.values == [nil, "default"])
  }
}
