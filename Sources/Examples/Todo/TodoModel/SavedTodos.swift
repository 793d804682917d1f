/// The saved state, as one value, which is read as a whole.
nonisolated struct SavedTodos: Codable, Equatable, Sendable {
  /// The items that the service has accepted.
  var items: [Todo] = []
  /// The highest number that an item ever had.
  var lastID = 0
  /// The name of the list that is shown.
  var list = "Home"
}
