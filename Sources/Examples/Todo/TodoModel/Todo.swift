/// One thing to do.
nonisolated public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The number by which a person names the item.
  public let id: Int
  /// The name of the list of the item.
  public let list: String
  /// The text.
  public let title: String
  /// Whether the item is done.
  public var isDone = false
}
