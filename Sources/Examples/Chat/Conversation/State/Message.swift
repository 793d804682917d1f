/// One message of the conversation, with its delivery.
public struct Message: Equatable, Identifiable, Sendable {
  /// Whether the service has it.
  public enum Delivery: Equatable, Sendable {
    /// It has.
    case delivered
    /// It is on its way.
    case sending
    /// It did not get there, for this reason.
    case failed(String)
  }

  /// The author of messages that are written on this screen.
  public static let me = "me"

  /// The same wherever the message is met.
  public let id: String
  /// The name of its author.
  public let author: String
  /// The text of the message.
  public let text: String
  /// Whether the service has it.
  public var delivery = Delivery.delivered

  /// Whether it did not get there.
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
