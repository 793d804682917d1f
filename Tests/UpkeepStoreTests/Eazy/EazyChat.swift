import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// The chat of Eazy's README.
struct ChatState: Equatable {
  struct Message: Equatable, Identifiable, Sendable {
    enum From: Equatable { case other, me }
    let id: Int
    let from: From
    let text: String
  }

  var messages: Loadable<[Message]> = .loading
  var newMessage = ""
}

enum ChatAction: Equatable {
  case getMessages
  case sendMessage
}

/// What the chat needs from outside: a plain struct.
struct ChatService: Sendable {
  let getMessages: nonisolated(nonsending) @Sendable () async throws -> [ChatState.Message]
  let sendMessage: @Sendable (ChatState.Message) async -> Void
  let receivedMessage: AsyncStream<ChatState.Message>
  let cacheDraft: @Sendable (String) -> Void
}

struct ChatInteractor: Interactor {
  typealias State = ChatState
  let service: ChatService

  nonisolated(nonsending) func perform(
    _ action: ChatAction, _ store: StoreContext<ChatState, ChatAction>
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

  func hooks(_ store: StoreContext<ChatState, ChatAction>) -> [Hook] {
    Hook("messageReceived", service.receivedMessage) { message in
      guard let messages = store.messages.value else { return }
      store.set(\.messages, .value(messages + [message]), animation: ChatAnimation.spring)
    }
    Hook("newMessageChanged", store.changes(of: \.newMessage)) { service.cacheDraft($0) }
  }
}

/// Stands for an animation of a user interface.
enum ChatAnimation { case spring, linear }

extension [ChatState.Message] {
  static let mock: [ChatState.Message] = [
    .init(id: 0, from: .me, text: "Hello my friend"),
    .init(id: 1, from: .other, text: "Well hello"),
    .init(id: 2, from: .me, text: "Cheeseburgers have benefits."),
  ]
}

extension ChatService {
  /// What is sent comes back, and drafts are noted.
  static func mock(
    messages: Gate<[ChatState.Message]> = .open(.mock), drafts: Notes<String> = Notes(),
    subject: (
      stream: AsyncStream<ChatState.Message>,
      continuation: AsyncStream<ChatState.Message>.Continuation
    ) = AsyncStream.makeStream()
  ) -> ChatService {
    ChatService(
      getMessages: { try await messages.value() },
      sendMessage: { subject.continuation.yield($0) },
      receivedMessage: subject.stream,
      cacheDraft: { drafts.add($0) })
  }
}

extension Gate {
  /// Makes one that is open.
  static func open(_ value: Value) -> Gate {
    let gate = Gate()
    gate.open(value)
    return gate
  }
}
