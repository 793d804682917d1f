import UpkeepScope
import UpkeepStore
import UpkeepTestKit

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
    messages: Gate<[EazyChatState.Message]> = .open(.mock), drafts: Notes<String> = Notes(),
    subject: (
      stream: AsyncStream<EazyChatState.Message>,
      continuation: AsyncStream<EazyChatState.Message>.Continuation
    ) = AsyncStream.makeStream()
  ) -> EazyChatService {
    EazyChatService(
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
