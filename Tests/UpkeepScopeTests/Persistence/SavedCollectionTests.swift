import Differential
import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepTestKit

/// Atoms with collections, of which only the edits are saved.
@MainActor @Suite struct SavedCollectionTests {
  private static let none = Atom<KeyedArray<Int, SavedTodo>>([], name: "todos")

  private let memory = MemoryStorage()
  private let storage = FaultyStorage()
  private let scope = Scope()
  /// An atom that is saved in `storage`.
  private let atom: Atom<KeyedArray<Int, SavedTodo>>

  init() { atom = Self.none.persisted(key: "todos", in: storage) }

  private func todos(_ storage: any SuspendingStorage) -> Atom<KeyedArray<Int, SavedTodo>> {
    Self.none.persisted(key: "todos", in: storage)
  }

  // MARK: - Cost

  /// An element that counts the encodings of such elements.
  private struct Counted: Codable, Equatable, Identifiable {
    // SAFETY: one test uses it, and waits for encodings elsewhere.
    nonisolated(unsafe) static var encodings = 0
    let id: Int
    var title = "one of the things that have to be done some day"

    func encode(to encoder: any Encoder) throws {
      Self.encodings += 1
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(title, forKey: .title)
    }
  }

  @Test(.serialized, arguments: [100, 10_000])
  func `a thousand edits are saved at their own cost, with compactions`(count: Int) async throws {
    let atom = Atom<KeyedArray<Int, Counted>>([], name: "counted")
      .persisted(key: "counted", in: storage)
    try await scope.saved { scope[atom] = KeyedArray((0..<count).map { Counted(id: $0) }) }
    #expect(Counted.encodings == count)
    Counted.encodings = 0
    let whole = storage.contents["counted"]?.count ?? 0
    var random = SplitMix64(seed: 1)
    var turnCount = 0
    for number in 0..<1_000 {
      let id = random.below(count)
      let before = scope[atom]
      switch number % 4 {
      case 0: scope[atom][id: id]?.title = "\(number)"
      case 1: scope[atom].move(id: id, to: random.below(count))
      case 2: scope[atom].insert(Counted(id: count + number), at: random.below(count))
      default: scope[atom].remove(id: count + number - 1)
      }
      if scope[atom] != before { turnCount += 1 }
      try await scope.saved()
    }
    let additions = storage.additions.dropFirst()
    let compactionCount = additions.count { $0 == 0 }
    #expect(turnCount > 900 && additions.count == turnCount)
    #expect(Counted.encodings <= 1_000 + compactionCount * count)
    #expect(additions.allSatisfy { $0 < 200 })
    // Rewriting may cost twice the bytes of the edits, with one more edit for each rewrite.
    #expect(compactionCount * whole <= 2 * (additions.reduce(0, +) + 200 * compactionCount))
    #expect((compactionCount > 0) == (count == 100))
    #expect(Scope()[atom] == scope[atom])
    Counted.encodings = 0
  }

  @Test func `turns while one is saved are one addition of their edits`() async throws {
    try await scope.saved { scope[atom] = KeyedArray((0..<1_000).map { SavedTodo(id: $0) }) }
    storage.hold()
    scope[atom][id: 1]?.title = "held"
    while storage.heldCount == 0 { await Task.yield() }
    for number in 2...100 {
      scope[atom][id: number]?.title = "later"
    }
    try await scope.saved { storage.letGo() }
    #expect(storage.additions.map { $0 > 0 } == [false, true, true])
    #expect(Scope()[atom] == scope[atom])
  }

  @Test func `more edits than elements are no addition`() async throws {
    let elements = KeyedArray((0..<20).map { SavedTodo(id: $0) })
    try await scope.saved { scope[atom] = elements }
    storage.hold()
    scope[atom] = [SavedTodo(id: 0)]
    while storage.heldCount == 0 { await Task.yield() }
    scope[atom] = elements
    for number in 0..<50 { scope[atom][id: 1]?.title = "\(number)" }
    try await scope.saved { storage.letGo() }
    #expect(storage.additions.last == 0)
    #expect(Scope()[atom] == scope[atom])
  }

  // MARK: - The same elements in the same order

  @Test(arguments: 0..<UInt64(amount(8, long: 20)))
  func `a new scope has the same elements in order after any edits`(seed: UInt64) async throws {
    var random = SplitMix64(seed: ~seed)
    let atom = todos(memory)
    let elements = Computed { get in Array(get(atom)) }
    var edited = EditedTodos((0..<random.below(60)).map { SavedTodo(id: $0) }, seed: seed)
    var scope = Scope()
    for number in 0..<120 {
      batch {
        for _ in 0...random.below(3) { edited.edit() }
        scope[atom] = edited.value
      }
      if random.chance(10) {
        let before = scope[atom]
        undone { scope[atom] = [] }
        #expect(scope[atom] == before)
      }
      if random.chance(60) { try await scope.saved() }
      if random.chance(10) {
        scope = Scope()
        edited.goOn(from: scope[atom])
      }
      if random.chance(5) {
        // A second scope also writes the atom.
        let other = Scope()
        let first = other[atom]
        other[atom] = [SavedTodo(id: -number)]
        other[atom] = first
        try await other.saved()
      }
      // A derivation is the first reader of the atom.
      let reports = mistakes { #expect(Scope()[elements] == edited.model, "seed \(seed)") }
      #expect(reports == [])
    }
  }

  @Test func `edits of several turns in one line lead to the same elements`() async throws {
    var additionCount = 0
    for seed in 0..<20 as Range<UInt64> {
      let storage = FaultyStorage()
      let atom = todos(storage)
      var edited = EditedTodos((0..<40).map { SavedTodo(id: $0) }, seed: seed)
      let scope = Scope()
      try await scope.saved { scope[atom] = edited.value }
      storage.hold()
      for number in 0..<8 {
        edited.edit()
        scope[atom] = edited.value
        while number == 0, storage.heldCount == 0 { await Task.yield() }
      }
      try await scope.saved { storage.letGo() }
      #expect(Array(Scope()[atom]) == edited.model, "seed \(seed)")
      additionCount += storage.additions.count { $0 > 0 }
    }
    #expect(additionCount > 20)
  }

  @Test func `an atom that follows a change elsewhere appends to the changed file`() async throws {
    let atom = todos(memory)
    #expect(scope[atom].isEmpty)
    let array = try saved([SavedTodo(id: 1), SavedTodo(id: 2)], "todos")
    memory.change(array, for: "todos")
    for _ in 0..<100_000 where scope[atom].count != 2 { await Task.yield() }
    #expect(scope[atom].map(\.id) == [1, 2])
    for number in 3..<6 { try await scope.saved { scope[atom].append(SavedTodo(id: number)) } }
    #expect(lines(memory) == 3)
    #expect(Scope()[atom].map(\.id) == [1, 2, 3, 4, 5])
  }

  // MARK: - Failures

  @Test func `a save that fails is followed by one of all elements`() async throws {
    let storage = FaultyStorage(failing: [4])
    let atom = todos(storage)
    try await scope.saved { scope[atom] = KeyedArray((0..<20).map { SavedTodo(id: $0) }) }
    for number in 1...5 {
      scope[atom].append(SavedTodo(id: number * 100))
      if number == 3 {
        await #expect(throws: PersistenceError.self) { try await scope.saved() }
        // The other scope takes over the unsaved elements, and tries to save them when it is
        // released.
        #expect(Scope()[atom].count == 23)
      } else {
        try await scope.saved()
      }
    }
    #expect(storage.additions.map { $0 > 0 } == [false, true, true, false, true, true])
    #expect(Scope()[atom] == scope[atom])
  }

  @Test func `a save replaces the elements that another writer has saved meanwhile`() async throws {
    try await scope.saved { scope[atom] = [SavedTodo(id: 1)] }
    storage.change(try saved([SavedTodo(id: 7)], "todos"), for: "todos")
    try await scope.saved { scope[atom].append(SavedTodo(id: 2)) }
    #expect(storage.additions == [0, 0])
    #expect(Scope()[atom].map(\.id) == [1, 2])
  }

  @Test func `two elements with one identity are reported, and set aside`() throws {
    let data = try saved([SavedTodo(id: 1), SavedTodo(id: 2), SavedTodo(id: 1)], "todos")
    memory.write(data, for: "todos")
    let reports = mistakes { #expect(Scope()[todos(memory)].isEmpty) }
    #expect(reports.map { $0.contains("those at 0 and 2 have 1") } == [true])
    #expect(memory.contents == ["todos.rejected-1": data])
  }

  // MARK: - Other storages, formats and versions

  @Test func `a storage that suspends has all elements after each turn`() async throws {
    let storage = SlowStorage(isOpen: true)
    let atom = todos(storage)
    var edited = EditedTodos((0..<20).map { SavedTodo(id: $0) }, seed: 3)
    let scope = Scope()
    for _ in 0..<20 {
      edited.edit()
      try await scope.saved { scope[atom] = edited.value }
      let reader = Scope()
      await reader.loaded(atom)
      #expect(Array(reader[atom]) == edited.model)
    }
  }

  @Test func `a collection begins with the array that an atom has saved`() async throws {
    let array = Atom<[SavedTodo]>([]).persisted(key: "todos", in: memory)
    Scope()[array] = [SavedTodo(id: 2), SavedTodo(id: 1)]
    #expect(Scope()[todos(memory)].map(\.id) == [2, 1])
  }

  @Test func `a collection that would be found with other identities is not saved`() async throws {
    let words = Atom(KeyedArray(["tea"], id: { $0.lowercased() }), name: "words")
      .persisted(key: "words", in: storage)
    try await scope.saved { scope[words].append("milk", id: "milk") }
    scope[words].append("Rye", id: "rye")
    let error = await #expect(throws: PersistenceError.self) { try await scope.saved() }
    #expect("\(try #require(error))".contains("Give persisted(key:in:id:) the id"))
    #expect(throws: SnapshotError.self) { try scope.snapshot().encoded() }
    #expect(Array(Scope()[words]) == ["tea", "milk"])
  }

  @Test func `plain JSON is an array of elements, and an array from elsewhere is read`()
    async throws
  {
    Scope()[todos(memory)] = [SavedTodo(id: 3), SavedTodo(id: 1)]
    let plain = Self.none.persisted(key: "todos", in: memory, format: .plain)
    #expect(scope[plain].map(\.id) == [3, 1])
    try await scope.saved { scope[plain] = [SavedTodo(id: 4)] }
    let text = String(decoding: memory.contents["todos"] ?? Data(), as: UTF8.self)
    #expect(text == "[\n  {\n    \"id\" : 4,\n    \"title\" : \"tea\"\n  }\n]")
    #expect(Scope()[plain].map(\.id) == [4])
  }

  private struct Old: Codable, Identifiable { let id: Int }

  @Test func `edits of an earlier version are migrated, all is written in the new`() async throws {
    let old = Atom<KeyedArray<Int, Old>>([]).persisted(key: "todos", in: memory)
    let before = Scope()
    try await before.saved { before[old] = [Old(id: 1), Old(id: 2)] }
    batch {
      before[old].insert(Old(id: 3), at: 1)
      before[old].move(id: 1, to: 2)
    }
    try await before.saved()
    #expect(lines(memory) == 2)
    let atom = Self.none.persisted(
      key: "todos", in: memory, version: 2,
      migrating: [1: Migration { (old: [Old]) in old.map { SavedTodo(id: $0.id, title: "new") } }])
    #expect(Array(scope[atom]) == [3, 2, 1].map { SavedTodo(id: $0, title: "new") })
    for (number, lineCount) in [(4, 1), (5, 2)] {
      try await scope.saved { scope[atom].append(SavedTodo(id: number)) }
      #expect((lines(memory), Scope()[atom]) == (lineCount, scope[atom]))
    }
    let saved = memory.contents
    let reports = mistakes { #expect(Scope()[old].isEmpty) }
    #expect(reports.map { $0.contains("its version is 2") } == [true])
    #expect(memory.contents == saved)
  }

  @Test func `a snapshot has the elements as an array`() throws {
    let atom = todos(MemoryStorage())
    scope[atom] = [SavedTodo(id: 3), SavedTodo(id: 1)]
    let other = Scope.hermetic()
    try other.restore(encoded: try scope.snapshot().encoded())
    #expect(other[atom] == scope[atom])
  }

  @Test func `elements without an identity of their own are identified by a key`() async throws {
    let id = { @Sendable (word: String) in word.lowercased() }
    let words = Atom(KeyedArray(["Tea", "Milk"], id: id)).persisted(
      key: "words", in: memory, id: id)
    try await scope.saved { scope[words].insert("Bread", id: "bread", at: 1) }
    try await scope.saved { scope[words][id: "tea"] = "TEA" }
    #expect(lines(memory, "words") == 2)
    #expect(Array(Scope()[words]) == ["TEA", "Bread", "Milk"])
    #expect(Scope()[words][id: "milk"] == "Milk")
  }

  @Test func `elements that are their own identities are saved by their edits`() async throws {
    let words = Atom(KeyedArray<String, String>()).persisted(key: "words", in: memory)
    for word in ["tea", "milk"] { try await scope.saved { scope[words].append(word) } }
    #expect((Scope()[words].ids, lines(memory, "words")) == (["tea", "milk"], 2))
  }

  private func lines(_ memory: MemoryStorage, _ key: String = "todos") -> Int {
    memory.contents[key]?.count { $0 == UInt8(ascii: "\n") } ?? 0
  }

  private struct Draft: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    var version = 0
    var text = "old"

    static func == (one: Draft, other: Draft) -> Bool {
      one.id == other.id && one.version == other.version
    }
  }

  @Test func `elements given again are saved, whatever their comparison says`() async throws {
    let atom = Atom<KeyedArray<Int, Draft>>([]).persisted(key: "drafts", in: memory)
    try await scope.saved { scope[atom] = KeyedArray((0..<100).map { Draft(id: $0) }) }
    let new = (0..<100).map { Draft(id: $0, version: $0 == 3 ? 1 : 0, text: "new") }
    try await scope.saved { scope[atom] = KeyedArray(new) }
    #expect(Scope()[atom].map(\.text) == scope[atom].map(\.text))
    #expect(scope[atom].allSatisfy { $0.text == "new" })
  }
}
