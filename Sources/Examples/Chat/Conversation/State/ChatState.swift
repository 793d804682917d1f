public import UpkeepScope

/// The state that the screen of the chat shows.
public struct ChatState: Equatable {
  /// A query, and its results.
  public struct Search: Equatable {
    /// The text to look for.
    public let query: String
    /// The messages that were found.
    public var results = Loadable<[Message]>.loading

    /// Creates a search.
    public init(query: String, results: Loadable<[Message]> = .loading) {
      self.query = query
      self.results = results
    }
  }

  /// The messages that the chat knows.
  public var messages = Loadable<[Message]>.value([])
  /// The typed text.
  public var draft = ""
  /// The search; `nil` if there is none.
  public var search: Search?
  /// The number of messages that were written on this screen.
  public var writtenCount = 0

  /// Creates an empty conversation.
  public init() {}
}

extension ChatState {
  /// The message that is being sent; the service receives the messages one by one.
  var outgoing: Message? { messages.value?.first { $0.delivery == .sending } }

  /// Whether a request to the service is running.
  var isWaiting: Bool {
    messages.isLoading || outgoing != nil || search?.results.isLoading ?? false
  }

  /// Adds a message, even while the other messages are loading.
  mutating func append(_ message: Message) {
    messages = messages.map { $0 + [message] }
  }

  /// Sets the delivery of messages.
  mutating func setDelivery(
    _ delivery: Message.Delivery, where isMeant: (Message) -> Bool
  ) {
    messages = messages.map { messages in
      messages.map { message in
        var message = message
        if isMeant(message) { message.delivery = delivery }
        return message
      }
    }
  }

  /// Shows the messages of the service, followed by the local messages that it does not have yet.
  mutating func merge(_ history: [Message]) {
    let known = Set(history.map(\.id))
    let others = messages.value ?? []
    messages = .value(history + others.filter { !known.contains($0.id) })
  }
}
