import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepTestKit

private nonisolated struct Item: Equatable, Codable, Sendable {
  var name: String
}

private nonisolated struct SettingsV1: Codable, Sendable {
  var name: String
}

private nonisolated struct Settings: Equatable, Codable, Sendable {
  var name = ""
  var size = 12
}

private nonisolated let folder = FileManager.default.temporaryDirectory
  .appending(component: "upkeep-pages-\(UUID().uuidString)")

private nonisolated enum Cart {
  static let items = Atom<[Item]>([], name: "items")
    .persisted(key: "cart.items", in: FileStorage(folder: folder))
}

private nonisolated enum Preferences {
  static let settings = Atom(Settings()).persisted(
    key: "settings", in: FileStorage(folder: folder), version: 2,
    migrating: [1: Migration { (old: SettingsV1) in Settings(name: old.name, size: 12) }],
    coalescing: .seconds(1))  // at most one save a second
}

private nonisolated struct Todo: Equatable, Codable, Identifiable, Sendable {
  let id: Int
  var title: String
}

private nonisolated enum Plan {
  static let todos = Atom<KeyedArray<Todo.ID, Todo>>([])
    .persisted(key: "todos", in: FileStorage(folder: folder))
}

private nonisolated struct Score: Codable, Sendable {
  let player: String
}

private nonisolated enum Game {
  static let scores = Atom(KeyedArray<String, Score>())
    .persisted(key: "scores", in: FileStorage(folder: folder), id: \.player)
}

/// The page Persistence.
@MainActor @Suite(.statedResults()) struct PersistencePage {
  @Test func `saved values are found again, and files are as the page shows them`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    Scope()[Cart.items].append(Item(name: "tea"))
    #expect(Scope()[Cart.items] == [Item(name: "tea")])

    let scope = Scope()
    await scope.loaded(Preferences.settings)  // only for a storage that suspends
    scope[Preferences.settings].size = 14
    try await scope.saved()  // throws if it could not be saved
    print(Scope()[Preferences.settings].size)  // 14

    scope[Plan.todos] = [Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")]
    try await scope.saved()
    batch {
      scope[Plan.todos][id: 2]?.title = "oat milk"
      scope[Plan.todos].append(Todo(id: 3, title: "bread"))
      scope[Plan.todos].remove(id: 1)
    }
    try await scope.saved()
    let file = try String(contentsOf: folder.appending(component: "todos.json"), encoding: .utf8)
    let shown = try Pages.texts(of: "Sources/UpkeepScope/UpkeepScope.docc/Persistence.md")
    #expect(shown.map { $0 + "\n" } == [file.replacing("\t", with: " | ")])

    scope[Game.scores].append(Score(player: "Ann"), id: "Ann")
    try await scope.saved()
    #expect(Scope()[Game.scores].map(\.player) == ["Ann"])
  }
}
