/// A change of the items, which a request sends to the service and a tentative layer shows.
nonisolated public struct TodoEdit: Hashable, Sendable {
  /// The items that are new or changed.
  public let put: [Todo]
  /// The numbers of the removed items.
  public let removed: Set<Int>

  init(put: [Todo] = [], removed: Set<Int> = []) {
    self.put = put
    self.removed = removed
  }

  /// Creates the change that leads from some items to others.
  init(from old: [Todo], to new: [Todo]) {
    put = new.filter { !old.contains($0) }
    removed = Set(old.map(\.id)).subtracting(new.map(\.id))
  }

  /// Returns the items after the change, in the order of their numbers.
  func applied(to items: [Todo]) -> [Todo] {
    let gone = removed.union(put.map(\.id))
    return (items.filter { !gone.contains($0.id) } + put).sorted { $0.id < $1.id }
  }
}
