import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepTestKit

/// The storages of overridden and stubbed atoms, each before and after the first read.
@MainActor @Suite struct OverriddenStorageTests {
  private let file = MemoryStorage()
  private let color: Atom<String>
  private let slow: Atom<String>
  /// The content of the file before the test.
  private let before: [String: Data]

  init() {
    color = Atom("light").persisted(key: "color", in: file)
    slow = Atom("light").persisted(key: "slow", in: file, coalescing: .seconds(1))
    Scope()[color] = "blue"
    before = file.contents
  }

  @Test(arguments: [false, true])
  func `an override without a storage shows its value, and is not saved`(isRead: Bool) async throws
  {
    let scope = Scope()
    if isRead { #expect(scope[color] == "blue") }
    scope.override(color, with: Atom("dark"))
    #expect(scope[color] == "dark")
    scope[color] = "red"
    scope.reset(color)
    #expect(scope[color] == "dark")
    try await scope.saved { scope[color] = "red" }
    #expect(file.contents == before)
  }

  @Test func `a child's override leaves the value and the file of its parent alone`() async throws {
    let app = Scope()
    let child = Scope(parent: app) { $0.override(color, with: Atom("dark")) }
    #expect((app[color], child[color]) == ("blue", "dark"))
    try await child.saved { child[color] = "red" }
    #expect((app[color], file.contents) == ("blue", before))
  }

  @Test(arguments: [false, true])
  func `an override with a storage begins with its saved value and is saved there`(isRead: Bool)
    async throws
  {
    let other = MemoryStorage()
    let mine = Atom("dark").persisted(key: "mine", in: other)
    let plain = Atom("light")
    Scope()[mine] = "green"
    for atom in [color, plain] {
      let scope = Scope()
      if isRead { _ = scope[atom] }
      scope.override(atom, with: mine)
      #expect(scope[atom] == "green")
      try await scope.saved { scope[atom] = "red" }
      #expect(Scope()[mine] == "red")
      try await scope.saved { scope[atom] = "green" }
    }
    #expect((file.contents, Array(other.contents.keys)) == (before, ["mine"]))
  }

  @Test func `an override after the first read shows the value of a storage that suspends`()
    async throws
  {
    let storage = SlowStorage(["mine": try saved("green", "mine")], isOpen: true)
    let scope = Scope()
    scope[color] = "blue"
    scope.override(color, with: Atom("dark").persisted(key: "mine", in: storage))
    #expect(scope[color] == "dark")
    await scope.loaded(color)
    #expect(scope[color] == "green")
    try await scope.saved { scope[color] = "red" }
    #expect(try await storage.contents["mine"] == saved("red", "mine"))
    #expect(file.contents == before)
  }

  @Test(arguments: [false, true])
  func `a stub touches no storage, also of a collection and of a family's members`(isRead: Bool)
    async throws
  {
    let words = Atom(KeyedArray(["tea"], id: \.self)).persisted(key: "words", in: file)
    let notes = Family { [file] (id: Int) in Atom("").persisted(key: "note \(id)", in: file) }
    let scope = Scope()
    if isRead { _ = (scope[color], scope[words], scope[notes(1)], scope[notes(2)]) }
    scope.stub(color, "dark")
    scope.stub(words, KeyedArray(["milk"], id: \.self))
    scope.stub(notes(1), "first")
    scope.override(notes) { Atom("\($0)") }
    #expect((scope[color], Array(scope[words])) == ("dark", ["milk"]))
    #expect((scope[notes(1)], scope[notes(2)]) == ("first", "2"))
    try await scope.saved {
      scope[color] = "red"
      scope[words].append("rye")
      for id in 1...2 { scope[notes(id)] = "changed" }
    }
    #expect(file.contents == before)
  }

  @Test(arguments: [false, true])
  func `a value that is not saved yet goes to its own storage before an override`(isUndone: Bool) {
    let scope = Scope(clock: ManualClock())
    scope[slow] = "blue"
    let override = { scope.override(slow, with: Atom("dark")) }
    if isUndone { undone(override) } else { transaction(override) }
    scope[slow] = "red"
    #expect(Scope()[slow] == "blue")
  }

  @Test func `a hermetic scope keeps storages with one key apart`() {
    let scope = Scope.hermetic()
    scope[color] = "red"
    let child = Scope(parent: scope) {
      $0.override(color, with: Atom("dark").persisted(key: "color", in: MemoryStorage()))
    }
    #expect((scope[color], child[color], file.contents) == ("red", "dark", before))
  }

  @Test func `a stub shows its value, whatever an effect of the definition sets`() {
    let volume = Atom(5, effects: [.onInitialize { $0.setSelf(8) }])
    let scope = Scope { $0.stub(volume, 3) }
    #expect((scope[volume], Scope()[volume]) == (3, 8))
  }
}
