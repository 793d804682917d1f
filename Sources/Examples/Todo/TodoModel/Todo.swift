/// One thing to do.
nonisolated public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The number that a person calls it by.
  public let id: Int
  /// The name of its list.
  public let list: String
  /// The text.
  public let title: String
  /// Whether it has been done.
  public var isDone = false
}
