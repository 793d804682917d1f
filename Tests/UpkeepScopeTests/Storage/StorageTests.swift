import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct StorageTests {
  private let scope = Scope()
  private let place = TestFolder()
  private let memory = MemoryStorage()

  @Test
  func `an atom is saved at the end of the turn, and a new scope begins with the saved value`() {
    let items = Atom<[String]>([]).persisted(key: "items", in: memory)
    let first = Scope()
    #expect(first[items] == [])
    batch {
      first[items].append("tea")
      #expect(memory.contents.isEmpty)
      first[items].append("milk")
    }
    #expect(Scope()[items] == ["tea", "milk"])
  }

  @Test(arguments: [
    "", "{", "[1]", #"{"format": "other", "key": "count", "value": 1}"#,
    #"{"format": "upkeep atom 1", "key": "another", "value": 1}"#,
    #"{"format": "upkeep atom 1", "key": "count", "value": "one"}"#,
  ])
  func `a damaged or foreign file is reported and set aside`(_ content: String) async throws {
    try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: true)
    let file = place.url.appending(component: "count.json")
    let count = Atom(7, name: "count").persisted(key: "count", in: FileStorage(folder: place.url))
    for number in 1...2 {
      try Data(content.utf8).write(to: file)
      let scope = Scope()
      let reports = mistakes {
        #expect(scope[count] == 7)
        scope[count] = 8
      }
      #expect(reports.map { $0.contains("count.json.rejected-\(number)") } == [true])
      let aside = place.url.appending(component: "count.json.rejected-\(number)")
      #expect(try Data(contentsOf: aside) == Data(content.utf8))
      #expect(Scope()[count] == 8)
    }
  }

  @Test func `unsaved values are saved in the order in which they were first used`() async throws {
    let storage = FaultyStorage()
    let counts = Family { (id: Int) in
      Atom(-1)
        .persisted(key: "\(id)", in: storage, format: .plain, coalescing: .seconds(100_000))
    }
    for id in 0..<50 { _ = scope[counts(id)] }
    for id in (0..<50).reversed() { scope[counts(id)] = id }
    try await scope.saved()
    #expect(storage.writes == (0..<50).map { "\($0)" })
  }

  @Test func `a value that can be neither read nor set aside is left alone`() {
    struct Refusing: KeyedStorage {
      func read(_ key: String) throws -> Data? { throw DiskFull() }
      func write(_ data: Data, for key: String) throws { Issue.record("written over") }
      func setAside(_ key: String) throws -> String { throw DiskFull() }
    }
    let count = Atom(7, name: "count").persisted(key: "count", in: Refusing())
    let reports = mistakes {
      scope[count] = 8
      scope[count] = 9
    }
    #expect(reports.map { $0.contains("It is left alone") } == [true] && scope[count] == 9)
  }

  @Test func `two atoms with one key in a scope are reported, and the second is not saved`() {
    let first = Atom(1, name: "first").persisted(key: "count", in: memory)
    let second = Atom(2, name: "second").persisted(key: "count", in: memory)
    let reports = mistakes {
      scope[first] = 10
      scope[second] = 20
    }
    #expect(reports.map { $0.contains("second") } == [true] && Scope()[first] == 10)
  }

  @Test func `a hermetic scope, and its children, save in themselves`() async throws {
    let count = Atom(1).persisted(key: "count", in: memory)
    let scope = Scope.hermetic()
    scope[count] = 2
    let child = Scope(parent: scope) { $0.override(count, with: Atom(3)) }
    try await child.saved { child[count] = 4 }
    #expect((scope[count], memory.contents) == (2, [:]))
  }
}
