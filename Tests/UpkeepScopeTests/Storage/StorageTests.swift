import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct StorageTests {
  private struct Item: Codable, Equatable {
    var name: String
    var count = 1
  }

  @Test
  func `an atom is saved at the end of the turn in which it has changed, and begins with that`() {
    let memory = MemoryStorage()
    let items = Atom<[Item]>([]).persisted(key: "items", in: memory)
    let first = Scope()
    #expect(first[items] == [])
    #expect(memory.contents.isEmpty)
    batch {
      first[items].append(Item(name: "tea"))
      #expect(memory.contents.isEmpty)
      first[items].append(Item(name: "milk"))
    }
    #expect(Scope()[items] == [Item(name: "tea"), Item(name: "milk")])
  }

  @Test func `a file is found again by another scope`() async throws {
    try await withFolder { folder in
      let items = Atom<[Item]>([]).persisted(key: "cart/items", in: FileStorage(folder: folder))
      Scope()[items] = [Item(name: "tea", count: 2)]
      let names = try files(in: folder)
      #expect(names == ["cart%2Fitems.json"])
      #expect(Scope()[items] == [Item(name: "tea", count: 2)])
    }
  }

  @Test(arguments: [
    "", "{", "[1]", #"{"format": "other", "key": "count", "value": 1}"#,
    #"{"format": "upkeep atom 1", "key": "another", "value": 1}"#,
    #"{"format": "upkeep atom 1", "key": "count", "value": "one"}"#,
  ])
  func `a damaged or foreign file is reported and set aside, and never overwritten`(
    _ content: String
  ) async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(component: "count.json")
      let count = Atom(7, name: "count").persisted(key: "count", in: FileStorage(folder: folder))
      for number in 1...2 {
        try Data(content.utf8).write(to: file)
        let scope = Scope()
        let reports = mistakes {
          #expect(scope[count] == 7)
          scope[count] = 8
        }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("count.json.rejected-\(number)") == true)
        let aside = folder.appending(component: "count.json.rejected-\(number)")
        let found = try Data(contentsOf: aside)
        #expect(found == Data(content.utf8))
        #expect(Scope()[count] == 8)
      }
    }
  }

  @Test func `unsaved values are saved in the order in which they were first used`()
    async throws
  {
    final class Writes: KeyedStorage, @unchecked Sendable {
      // SAFETY: written by one queue, and read when that is empty.
      var keys: [String] = []
      func read(_ key: String) throws -> Data? { nil }
      func write(_ data: Data, for key: String) throws { keys.append(key) }
      func setAside(_ key: String) throws -> String { key }
    }
    let storage = Writes()
    let counts = Family { (id: Int) in
      Atom(0).persisted(key: "\(id)", in: storage, coalescing: .seconds(100_000))
    }
    let scope = Scope()
    for id in 0..<50 { _ = scope[counts(id)] }
    for id in (0..<50).reversed() { scope[counts(id)] = 1 }
    try await scope.saved()
    #expect(storage.keys == (0..<50).map { "\($0)" })
  }

  @Test func `what can be neither read nor set aside is left alone`() {
    struct Refusing: KeyedStorage {
      struct Broken: Error {}
      func read(_ key: String) throws -> Data? { throw Broken() }
      func write(_ data: Data, for key: String) throws { Issue.record("written over") }
      func setAside(_ key: String) throws -> String { throw Broken() }
    }
    let count = Atom(7, name: "count").persisted(key: "count", in: Refusing())
    let scope = Scope()
    let reports = mistakes {
      scope[count] = 8
      scope[count] = 9
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("It is left alone") == true)
    #expect(scope[count] == 9)
  }

  @Test func `what cannot be saved is reported, and the value stays`() async throws {
    try await withFolder { folder in
      // A file stands where the folder should be.
      try Data().write(to: folder)
      let count = Atom(7, name: "count").persisted(key: "count", in: FileStorage(folder: folder))
      let reports = mistakes {
        let scope = Scope()
        scope[count] = 8
        #expect(scope[count] == 8)
      }
      #expect(reports.count == 1)
      #expect(reports.first?.contains("could not be saved under 'count'") == true)
    }
  }

  @Test func `two atoms with one key in a scope are reported, and the second is not saved`() {
    let memory = MemoryStorage()
    let first = Atom(1, name: "first").persisted(key: "count", in: memory)
    let second = Atom(2, name: "second").persisted(key: "count", in: memory)
    let scope = Scope()
    let reports = mistakes {
      scope[first] = 10
      scope[second] = 20
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("second") == true)
    #expect(Scope()[first] == 10)
  }

  @Test func `a hermetic scope, and its children, save in themselves`() async throws {
    let memory = MemoryStorage()
    let count = Atom(1).persisted(key: "count", in: memory)
    let scope = Scope.hermetic()
    scope[count] = 2
    let child = Scope(parent: scope) { $0.override(count, with: Atom(3)) }
    child[count] = 4
    try await child.saved()
    #expect(scope[count] == 2)
    #expect(memory.contents.isEmpty)
  }
}
