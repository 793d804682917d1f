import Foundation
import Testing
import UpkeepScope

/// Values that other versions of a program, and other programs, have saved.
@MainActor @Suite struct VersionTests {
  private let scope = Scope()
  private let storage = MemoryStorage()

  private struct First: Codable { var name: String }
  private struct Second: Codable {
    var name: String
    var size: Int
  }
  private struct Settings: Codable, Equatable {
    var title = "none"
    var size: Int? = 0
  }
  private struct Hopeless: Error {}

  private static let steps = [
    1: Migration { (old: First) in
      if old.name == "hopeless" { throw Hopeless() }
      return Second(name: old.name, size: 12)
    },
    2: Migration { (old: Second) in Settings(title: old.name, size: old.size) },
  ]

  private func settings(
    _ storage: MemoryStorage, version: Int = 3, _ steps: [Int: Migration] = Self.steps
  ) -> Atom<Settings> {
    Atom(Settings(), name: "settings")
      .persisted(key: "settings", in: storage, version: version, migrating: steps)
  }

  @Test func `values of an earlier version are migrated, step by step`() async throws {
    let found: [(Data, Settings)] = [
      (
        Data(#"{"format":"upkeep atom 1","key":"settings","value":{"name":"a"}}"#.utf8),
        Settings(title: "a", size: 12)
      ),
      (try saved(First(name: "b"), "settings"), Settings(title: "b", size: 12)),
      (
        try saved(Second(name: "c", size: 3), "settings", version: 2), Settings(title: "c", size: 3)
      ),
      (try saved(Settings(title: "d"), "settings", version: 3), Settings(title: "d")),
    ]
    for (data, expected) in found {
      storage.write(data, for: "settings")
      let atom = settings(storage)
      let scope = Scope()
      #expect(scope[atom] == expected)
      // Nothing is saved before the value changes.
      try await scope.saved()
      #expect(storage.contents["settings"] == data)
      try await scope.saved { scope[atom].size = 5 }
      let text = String(decoding: storage.contents["settings"] ?? Data(), as: UTF8.self)
      #expect(text.contains(#""version":3"#) && Scope()[atom].size == 5)
    }
  }

  @Test func `values of a newer version are reported and never overwritten`() async throws {
    let newer = try saved(Settings(title: "new"), "settings", version: 4)
    storage.write(newer, for: "settings")
    let atom = settings(storage)
    let reports = mistakes {
      #expect(scope[atom] == Settings())
      scope[atom].size = 5
      scope[atom].size = 6
    }
    let problem = "its version is 4, and this program knows those up to 3"
    #expect(reports.map { $0.contains(problem) } == [true])
    await #expect(throws: PersistenceError.self) { try await scope.saved() }
    #expect(storage.contents == ["settings": newer])
  }

  @Test func `a missing migration leaves a value alone, and a migration that throws sets it aside`()
    throws
  {
    let old = try saved(First(name: "hopeless"), "settings")
    storage.write(old, for: "settings")
    let reports = mistakes {
      Scope()[settings(storage, [2: Self.steps[2]].compactMapValues { $0 })].size = 1
    }
    let problem = "its version is 1, and no migration leads from 1 to 2"
    #expect(reports.map { $0.contains(problem) } == [true])
    #expect(storage.contents == ["settings": old])
    let others = mistakes { Scope()[settings(storage)].size = 1 }
    #expect((others.count, storage.contents["settings.rejected-1"]) == (1, old))
  }

  @Test func `wrong migrations leave a value alone, and the message names the step`() throws {
    let toSecond = Migration { (old: First) in Second(name: old.name, size: 12) }
    let ofSecond = Migration { (old: Second) in Settings(title: old.name) }
    let cases = [
      (1, [1: toSecond], "its version is 1, and no migration leads from 2 to 3"),
      (1, [1: ofSecond], "the migration from 1 takes the type Second"),
      (2, [2: toSecond], "the migration from 2 makes no Settings"),
    ]
    for (version, steps, problem) in cases {
      let storage = MemoryStorage()
      let old = try saved(First(name: "a"), "settings", version: version)
      storage.write(old, for: "settings")
      let reports = mistakes { Scope()[settings(storage, steps)].size = 1 }
      #expect(reports.map { $0.contains(problem) } == [true])
      #expect(storage.contents == ["settings": old])
    }
  }

  @Test func `a newer version from elsewhere is not overwritten from then on`() async throws {
    let atom = settings(storage)
    try await scope.saved { scope[atom].size = 1 }
    let newer = try saved(Settings(title: "new"), "settings", version: 4)
    storage.change(newer, for: "settings")
    var error: PersistenceError?
    for number in 2...100_000 where error == nil {
      await Task.yield()
      storage.write(newer, for: "settings")
      scope[atom].size = number
      do { try await scope.saved() } catch let found as PersistenceError { error = found }
      if error == nil { storage.change(newer, for: "settings") }
    }
    #expect("\(try #require(error))".contains("version is 4"))
    #expect(storage.contents == ["settings": newer])
  }

  @Test func `plain JSON is read and written, and a value from elsewhere is read`() async throws {
    let plain = Atom(Settings()).persisted(key: "settings", in: storage, format: .plain)
    storage.write(Data(#"{"size": 4, "title": "by hand"}"#.utf8), for: "settings")
    #expect(scope[plain] == Settings(title: "by hand", size: 4))
    try await scope.saved { scope[plain].size = 5 }
    let text = String(decoding: storage.contents["settings"] ?? Data(), as: UTF8.self)
    #expect(text == "{\n  \"size\" : 5,\n  \"title\" : \"by hand\"\n}" && Scope()[plain].size == 5)
    var reports = mistakes { #expect(Scope()[settings(storage)] == Settings()) }
    #expect(reports.first?.contains("set aside") == true)
    let other = Atom(Settings()).persisted(key: "other", in: storage, format: .plain)
    storage.write(try saved(Settings(title: "old"), "other"), for: "other")
    #expect(Scope()[other].title == "old")
    storage.write(try saved(Settings(title: "old"), "another"), for: "other")
    reports = mistakes { #expect(Scope()[other] == Settings()) }
    #expect(reports.first?.contains("set aside") == true)
    let newer = try saved(Settings(title: "old"), "other", version: 2)
    storage.write(newer, for: "other")
    reports = mistakes { Scope()[other].size = 1 }
    #expect((reports.count, storage.contents["other"]) == (1, newer))
  }

  @Test func `a version below 1 stops the program, and says why`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in _ = Atom(1).persisted(key: "size", in: MemoryStorage(), version: 0) }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("VersionTests.swift:"))
    #expect(text.contains("must be saved with a version from 1 on, and with 1 if 'size' is plain"))
  }
}
