import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Item: Equatable, Codable, Sendable {
  var name: String
}

private func fetchThumbnail(_ id: Int) async throws -> Int { id }

private func print(_ text: String) {}

private let folder = FileManager.default.temporaryDirectory
  .appending(component: "upkeep-readme-\(UUID().uuidString)")

private enum Thumbnails {
  static let image = Family { (id: Int) in
    Resource(lifetime: .lru(50)) { get in try await fetchThumbnail(id) }
  }
}

private enum Player {
  static let volume = Atom(5, effects: [.onChange { _, old, new in print("\(old) -> \(new)") }])
}

private enum Cart {
  static let items = Atom<[Item]>([], name: "items")
    .persisted(key: "cart.items", in: FileStorage(folder: folder))
  static let count = Computed(name: "count") { get in get(items).count }
}

private struct SettingsV1: Codable, Sendable {
  var name: String
}

private struct Settings: Equatable, Codable, Sendable {
  var name = ""
  var size = 12
}

private enum Preferences {
  static let settings = Atom(Settings()).persisted(
    key: "settings", in: FileStorage(folder: folder), version: 2,
    migrating: [1: Migration { (old: SettingsV1) in Settings(name: old.name, size: 12) }],
    coalescing: .seconds(1))
}

private struct Offline: Error {}

private enum Weather {
  static let answer = Gate<Int>()
  static let degrees = Resource { get in try await answer.value() }
  static let text = Resource { get in "\(try await get(degrees)) degrees" }
}

private actor Session {
  let scope = Scope()

  func add(_ item: Item) -> Int {
    scope[Cart.items].append(item)
    return scope[Cart.count]
  }
}

/// What the README says of how long things stay, of tests, and of actors.
@MainActor @Suite(.serialized) struct ReadmeScopeKeeping {
  private let tea = Item(name: "tea")

  @Test func `lifetimes and effects`() async throws {
    let scope = Scope()
    try #expect(await scope.value(of: Thumbnails.image(3)) == 3)
    scope[Player.volume] = 6
    #expect(scope[Player.volume] == 6)
  }

  @Test func `saving`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    Scope()[Cart.items].append(tea)
    #expect(Scope()[Cart.count] == 1)
  }

  @Test func `persistence`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scope = Scope()
    await scope.loaded(Preferences.settings)
    scope[Preferences.settings].size = 14
    try await scope.saved()
    #expect(Scope()[Preferences.settings].size == 14)
  }

  @Test func `tests`() async throws {
    let scope = Scope { $0.stub(Weather.degrees, 20) }
    try #expect(await scope.value(of: Weather.text) == "20 degrees")
    scope.stub(Weather.degrees, throwing: Offline())
    #expect(scope[Weather.degrees].error is Offline)
  }

  @Test func `a probe and a gate`() async {
    let scope = Scope(clock: ManualClock())
    let view = RenderProbe(scope) { scope in scope[Weather.text].value ?? "..." }
    await scope.settle()
    Weather.answer.open(21)
    await scope.settle()
    #expect(view.frames == ["...", "21 degrees"])
  }

  @Test func `snapshots`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scope = Scope()
    _ = scope[Cart.count]

    let before = scope.snapshot()
    scope[Cart.items].append(tea)
    _ = scope.snapshot().changes(since: before)
    scope.restore(before)
    let data = try scope.snapshot().encoded()
    try scope.restore(encoded: data)
    print(scope.snapshot().graph.dot)
    let snapshots = scope.snapshots

    #expect(scope[Cart.items] == [])
    #expect(snapshots.value == before)
    #expect(scope.snapshot().graph.edges.count == 1)
    scope[Cart.items].append(tea)
    #expect(
      scope.snapshot().changes(since: before).description
        == "[items: [] -> \(scope[Cart.items])]")
  }

  @Test func `an actor`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = Session()
    #expect(await session.add(tea) == 1)
    #expect(await session.add(tea) == 2)
  }
}
