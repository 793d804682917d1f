import Foundation
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

  @Test
  func `Eazy, Action: a failure is shown, and told apart from the messages before`() async throws {
    let gate = Gate<[EazyChatState.Message]>()
    gate.open(throwing: Offline())
    let store = TestStore(EazyChatState(), EazyChatInteractor(service: .mock(messages: gate)))
    try await store.send(.getMessages).finish()
    #expect(store.messages.error is Offline)
    try await store.change { $0.messages = .failed(Offline()) }
    try await store.finish()
  }

  @Test
  func `Eazy, Hooks: a store hears the outside and its own state, each by its name`() async throws {
    let drafts = Notes<String>()
    let store = TestStore(loaded, EazyChatInteractor(service: .mock(drafts: drafts)))
    store.store.bound(\.newMessage).value = "Hi"
    #expect((drafts.all, store.hooks) == (["Hi"], ["newMessageChanged"]))
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
    let service = EazyChatService.mock()
    let store = TestStore(loaded, EazyChatInteractor(service: service), isExhaustive: false)
    let animations = Seen {
      _ = store.store.messages
      return untracked { store.store.animation as? EazyChatAnimation }
    }
    await service.sendMessage(.init(id: 3, from: .other, text: "Foo"))
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
    #expect((store.notValidText, store.attempts) == ("too short", 1))
    #expect(animations.values == [nil, "default"])
  }

  @Test func `a change of the state is shown as in the README`() throws {
    let long = """
      Protein, iron, and calcium are some of the nutritional benefits associated with cheeseburgers.
      Salad is essentially food for rabbits, so don’t bother wasting your time.
      """
    let parts: [(id: String, from: ChatState.Message.From, text: String)] = [
      ("1D72C282-C057-45EA-9632-EFE8A02AA428", .me, "Hello my friend"),
      ("3F410CD7-CCAF-4DEF-B7A2-1057F7083122", .other, "Well hello"),
      ("3E57A986-ED89-4C29-BC22-32F885F79806", .me, long),
    ]
    let messages = try parts.map {
      ChatState.Message(id: try #require(UUID(uuidString: $0.id)), from: $0.from, text: $0.text)
    }
    let difference = ValueDump.difference(
      from: ChatState(), to: ChatState(messagesState: .success(messages)))
    #expect(
      difference == """
          ChatState(
        -   messagesState: ChatState.MessagesState.loading,
        +   messagesState: ChatState.MessagesState.success(
        +     [
        +       [0]: ChatState.Message(
        +         id: UUID(1D72C282-C057-45EA-9632-EFE8A02AA428),
        +         from: ChatState.Message.From.me,
        +         text: "Hello my friend"
        +       ),
        +       [1]: ChatState.Message(
        +         id: UUID(3F410CD7-CCAF-4DEF-B7A2-1057F7083122),
        +         from: ChatState.Message.From.other,
        +         text: "Well hello"
        +       ),
        +       [2]: ChatState.Message(
        +         id: UUID(3E57A986-ED89-4C29-BC22-32F885F79806),
        +         from: ChatState.Message.From.me,
        +         text: \"""
        +           Protein, iron, and calcium are some of the nutritional benefits associated with cheeseburgers.
        +           Salad is essentially food for rabbits, so don’t bother wasting your time.
        +           \"""
        +       )
        +     ]
        +   ),
            newMessageString: ""
          )
        """)
  }
}

/// The chat of Eazy's README.
struct EazyChatState: Equatable {
  struct Message: Equatable, Identifiable, Sendable {
    enum From: Equatable { case other, me }
    let id: Int
    let from: From
    let text: String
  }

  var messages: Loadable<[Message]> = .loading
  var newMessage = ""
}

enum EazyChatAction: Equatable {
  case getMessages
  case sendMessage
}

/// The services that the chat needs from outside, as a plain struct.
struct EazyChatService: Sendable {
  let getMessages: nonisolated(nonsending) @Sendable () async throws -> [EazyChatState.Message]
  let sendMessage: @Sendable (EazyChatState.Message) async -> Void
  let receivedMessage: AsyncStream<EazyChatState.Message>
  let cacheDraft: @Sendable (String) -> Void
}

struct EazyChatInteractor: Interactor {
  typealias State = EazyChatState
  let service: EazyChatService

  nonisolated(nonsending) func perform(
    _ action: EazyChatAction, _ store: StoreContext<EazyChatState, EazyChatAction>
  ) async {
    switch action {
    case .getMessages:
      store.messages = .loading(previous: store.messages.value)
      store.messages = await Loadable { try await service.getMessages() }
    case .sendMessage:
      guard !store.newMessage.isEmpty else { return }
      await service.sendMessage(.init(id: 9, from: .me, text: store.newMessage))
      store.newMessage = ""
    }
  }

  func hooks(_ store: StoreContext<EazyChatState, EazyChatAction>) -> [Hook] {
    Hook("messageReceived", service.receivedMessage) { message in
      guard let messages = store.messages.value else { return }
      store.modify(animation: EazyChatAnimation.spring) {
        $0.messages = .value(messages + [message])
      }
    }
    Hook("newMessageChanged", store.changes(of: \.newMessage)) { service.cacheDraft($0) }
  }
}

/// Stands for the animations of a user interface.
enum EazyChatAnimation { case spring, linear }

extension [EazyChatState.Message] {
  static let mock: [EazyChatState.Message] = [
    .init(id: 0, from: .me, text: "Hello my friend"),
    .init(id: 1, from: .other, text: "Well hello"),
    .init(id: 2, from: .me, text: "Cheeseburgers have benefits."),
  ]
}

extension EazyChatService {
  /// A service that returns sent messages, and notes drafts.
  static func mock(
    messages: Gate<[EazyChatState.Message]> = .open(.mock), drafts: Notes<String> = Notes()
  ) -> EazyChatService {
    let subject = AsyncStream<EazyChatState.Message>.makeStream()
    return EazyChatService(
      getMessages: { try await messages.value() },
      sendMessage: { subject.continuation.yield($0) },
      receivedMessage: subject.stream,
      cacheDraft: { drafts.add($0) })
  }
}

extension Gate {
  /// Makes an open gate.
  static func open(_ value: Value) -> Gate {
    let gate = Gate()
    gate.open(value)
    return gate
  }
}

private struct ChatState: Equatable {
  struct Message: Equatable {
    enum From: Equatable { case other, me }
    let id: UUID
    let from: From
    let text: String
  }
  enum MessagesState: Equatable {
    case loading
    case success([Message])
  }

  var messagesState: MessagesState = .loading
  var newMessageString = ""
}
