import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private nonisolated struct Item: Equatable, Codable, Sendable {
  var name: String
}

private nonisolated enum Cart {
  static let items = Atom<[Item]>([], name: "items").persisted(key: "items", in: MemoryStorage())
  static let count = Computed(name: "count") { get in get(items).count }
}

/// The page Snapshots.
@MainActor @Suite(.statedResults()) struct SnapshotsPage {
  @Test func `the code about snapshots gives its stated results`() throws {
    let (scope, tea) = (Scope(), Item(name: "tea"))
    _ = scope[Cart.count]
    let before = scope.snapshot()
    scope[Cart.items].append(tea)
    print(scope.snapshot().changes(since: before).count)  // 1
    scope.restore(before)  // one change
    print(scope[Cart.items].count)  // 0
    let data = try scope.snapshot().encoded()  // JSON of the atoms that have a key
    try scope.restore(encoded: data)  // all of it, or none and an error
    print(scope.snapshot().graph.nodes.map(\.inputs))  // [[1], []]
    let snapshots = scope.snapshots  // the same as a property, which changes as the scope does
    print(snapshots.value == before)  // true
    scope[Cart.items].append(tea)
    #expect(
      scope.snapshot().changes(since: before).description
        == "[items: [] -> \(scope[Cart.items])]")
  }
}
