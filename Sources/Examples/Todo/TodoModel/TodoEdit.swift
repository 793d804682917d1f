/// A change of the items: what a request to the service says, and what a tentative layer shows.
nonisolated public struct TodoEdit: Hashable, Sendable {
  /// The items that are new, or no longer as they were.
  public let put: [Todo]
  /// The numbers of those that go.
  public let removed: Set<Int>

  init(put: [Todo] = [], removed: Set<Int> = []) {
    self.put = put
    self.removed = removed
  }

  /// The change that leads from some items to others.
  init(from old: [Todo], to new: [Todo]) {
    put = new.filter { !old.contains($0) }
    removed = Set(old.map(\.id)).subtracting(new.map(\.id))
  }

  /// The items with the change made, in the order of their numbers.
  func applied(to items: [Todo]) -> [Todo] {
    let gone = removed.union(put.map(\.id))
    return (items.filter { !gone.contains($0.id) } + put).sorted { $0.id < $1.id }
  }
}
