/// The needs of the chat from outside: plain closures, and a stream.
///
/// A real one asks a server; the one that is played is `ScriptedService`.
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

  /// Makes one; a closure that is left out does nothing.
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

  /// Makes one with its reason.
  public init(_ reason: String) { description = reason }
}
