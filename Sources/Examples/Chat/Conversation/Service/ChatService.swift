/// The service that the chat depends on, as closures and a stream.
///
/// A real service asks a server; the program plays a `ScriptedService`.
public struct ChatService {
  /// Returns the messages until now.
  public var history: nonisolated(nonsending) () async throws -> [Message]
  /// Sends a message, and returns when it has arrived.
  public var send: nonisolated(nonsending) (Message) async throws -> Void
  /// Returns the messages that contain a text.
  public var search: nonisolated(nonsending) (String) async throws -> [Message]
  /// Keeps the typed text.
  public var saveDraft: (String) -> Void
  /// The messages of others.
  public var incoming: AsyncStream<Message>

  /// Creates a service; an omitted closure does nothing.
  public init(
    history: nonisolated(nonsending) @escaping () async throws -> [Message] = { [] },
    send: nonisolated(nonsending) @escaping (Message) async throws -> Void = { _ in },
    search: nonisolated(nonsending) @escaping (String) async throws -> [Message] = { _ in [] },
    saveDraft: @escaping (String) -> Void = { _ in },
    incoming: AsyncStream<Message> = AsyncStream { _ in }
  ) {
    self.history = history
    self.send = send
    self.search = search
    self.saveDraft = saveDraft
    self.incoming = incoming
  }
}

/// The reason why the service refused a request.
public struct ServiceFailure: Error, Equatable, CustomStringConvertible {
  /// The reason, in words.
  public let description: String

  /// Creates a failure.
  public init(_ reason: String) { description = reason }
}
