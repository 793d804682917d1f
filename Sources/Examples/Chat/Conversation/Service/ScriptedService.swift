public import Upkeep
import UpkeepScope

/// A service that follows a script, on a clock that is advanced by hand.
public final class ScriptedService {
  /// The time that a request for the history takes.
  public static let historyDelay = Duration.seconds(1)
  /// The time that sending a message takes.
  public static let sendingDelay = Duration.milliseconds(500)
  /// The time that a search takes.
  public static let searchDelay = Duration.seconds(1)

  /// The text that was typed last.
  public private(set) var savedDraft = ""

  private let clock: ManualClock
  private var messages: [Message]
  private var failures: [ServiceFailure] = []
  private let incoming = AsyncStream<Message>.makeStream()
  private var receivedCount = 0

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - history: the messages until now.
  ///   - clock: measures the time that requests take.
  public init(history: [Message] = ScriptedService.history, clock: ManualClock) {
    messages = history
    self.clock = clock
  }

  /// The service for a chat.
  public var service: ChatService {
    // No capture lists: with one, the compiler of Swift 6.3 loses the actor of the closure.
    ChatService(
      history: {
        try await self.answer(after: Self.historyDelay)
        return self.messages
      },
      send: { message in
        try await self.answer(after: Self.sendingDelay)
        self.messages.append(Message(id: message.id, author: message.author, text: message.text))
      },
      search: { query in
        try await self.answer(after: Self.searchDelay)
        let query = query.lowercased()
        return self.messages.filter { $0.text.lowercased().contains(query) }
      },
      saveDraft: { self.savedDraft = $0 },
      incoming: incoming.stream)
  }

  /// Delivers a message of another person.
  public func receive(_ text: String, from author: String) {
    receivedCount += 1
    let message = Message(id: "received \(receivedCount)", author: author, text: text)
    messages.append(message)
    incoming.continuation.yield(message)
  }

  /// Makes the next request fail; *n* calls make the next *n* requests fail.
  public func failNext(_ reason: String) { failures.append(ServiceFailure(reason)) }

  /// Takes the next failure, waits for the delay, and then throws the failure, if there is one.
  private nonisolated(nonsending) func answer(after delay: Duration) async throws {
    let failure = failures.isEmpty ? nil : failures.removeFirst()
    try await clock.sleep(for: delay)
    if let failure { throw failure }
  }
}

extension ScriptedService {
  /// The messages that exist at the beginning.
  public static let history = [
    Message(id: "history 1", author: "Anna", text: "The market is open until noon."),
    Message(id: "history 2", author: "Ben", text: "Are there cats again?"),
    Message(id: "history 3", author: "Anna", text: "Three cats, and one of them is for sale."),
  ]
}
