/// One message of the conversation, with its delivery.
public struct Message: Equatable, Identifiable, Sendable {
  /// The delivery of a message to the service.
  public enum Delivery: Equatable, Sendable {
    /// The service has the message.
    case delivered
    /// The message is being sent.
    case sending
    /// Sending failed, for this reason.
    case failed(String)
  }

  /// The author of messages that are written on this screen.
  public static let me = "me"

  /// The identity, which is the same here and at the service.
  public let id: String
  /// The name of the author.
  public let author: String
  /// The text of the message.
  public let text: String
  /// The delivery of the message to the service.
  public var delivery = Delivery.delivered

  /// Whether sending has failed.
  public var hasFailed: Bool { if case .failed = delivery { true } else { false } }

  /// Makes a message.
  public init(
    id: String, author: String, text: String, delivery: Delivery = .delivered
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.delivery = delivery
  }
}
