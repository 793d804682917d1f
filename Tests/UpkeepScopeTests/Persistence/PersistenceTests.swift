import Foundation
import Testing
import Upkeep
import UpkeepScope

/// The times at which atoms are saved in a storage that does not suspend.
@MainActor @Suite struct PersistenceTests {
  /// A value that counts its encodings, and its encodings in the isolation of an actor.
  private struct Marked: Codable, Equatable {
    // SAFETY: one test uses it, and waits for encodings elsewhere.
    nonisolated(unsafe) static var isolatedEncodings = 0
    // SAFETY: as above.
    nonisolated(unsafe) static var encodings = 0
    var number = 0

    func encode(to encoder: any Encoder) throws {
      Self.encodings += 1
      if Isolation.current != nil { Self.isolatedEncodings += 1 }
      try number.encode(to: encoder)
    }
  }

  private let storage = FaultyStorage()
  private let count: Atom<Int>
  private let slow: Atom<Int>
  private let scope = Scope()

  init() {
    count = Atom(0).persisted(key: "count", in: storage)
    slow = Atom(0).persisted(key: "slow", in: storage, coalescing: .seconds(2))
  }

  @Test func `a writer neither encodes nor waits; writes meanwhile are one save`() async throws {
    storage.hold()
    let atom = Atom(Marked()).persisted(key: "marked", in: storage)
    for number in 1...100 { scope[atom].number = number }
    while storage.heldCount == 0 { await Task.yield() }
    for number in 101...200 { scope[atom].number = number }
    #expect(storage.writes == [])
    try await scope.saved { storage.letGo() }
    #expect(try storage.contents["marked"] == saved(200, "marked"))
    #expect((storage.attemptCount, Marked.encodings, Marked.isolatedEncodings) == (2, 2, 0))
  }

  @Test func `a value that a turn restores or a transaction rolls back is not saved`() async throws
  {
    scope[count] = 0
    batch {
      scope[count] = 1
      scope[count] = 0
    }
    undone { scope[count] = 2 }
    try await scope.saved()
    #expect(storage.writes == [])
    try await scope.saved { scope[count] = 3 }
    #expect(storage.writes.count == 1)
  }

  @Test func `changes are gathered over a time of the scope's clock`() async throws {
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    scope[slow] = 1
    clock.advance(by: .seconds(1))
    scope[slow] = 2
    #expect((clock.alarmCount, storage.attemptCount) == (1, 0))
    try await scope.saved { clock.advance(by: .seconds(1)) }
    #expect(try storage.writes.map { Data($0.utf8) } == [saved(2, "slow")])
    try await scope.saved { scope[slow] = 3 }
    #expect(try (storage.contents["slow"], clock.alarmCount) == (saved(3, "slow"), 0))
  }

  @Test func `the release of a scope saves its unsaved values`() throws {
    for round in 1...20 {
      var scope: Scope? = Scope(clock: ManualClock())
      scope?[count] = round
      scope?[slow] = round
      batch {
        scope?[count] = round * 10
        if round % 2 == 0 { scope = nil }
      }
      scope = nil
      #expect(try storage.contents["count"] == saved(round * 10, "count"))
      #expect(try storage.contents["slow"] == saved(round, "slow"))
    }
  }

  @Test func `a release waits for the save that is under way, and for no other`() async throws {
    storage.hold()
    var scope: Scope? = Scope()
    scope?[count] = 1
    while storage.heldCount == 0 { await Task.yield() }
    scope?[count] = 2
    DispatchQueue.global().async { [storage] in storage.letGo() }
    scope = nil
    #expect(
      try storage.writes.map { Data($0.utf8) } == [saved(1, "count"), saved(2, "count")])
  }

  @Test func `the release of a scope off its actor saves the values that were handed over`()
    async throws
  {
    let handed = Box<Scope?>(Scope())
    handed.value?[count] = 1
    await Task.detached { handed.value = nil }.value
    await storage.flushed()
    #expect(try storage.contents["count"] == saved(1, "count"))
  }

  @Test func `a second scope begins with the value that is not saved yet`() async throws {
    storage.hold()
    scope[count] = 1
    #expect(Scope()[count] == 1)
    try await scope.saved { storage.letGo() }
    #expect(Scope()[count] == 1)
  }

  @Test func `a save that fails makes saved() throw, and is tried again later`() async throws {
    let storage = FaultyStorage(failing: [1, 2, 4, 6])
    let count = Atom(0, name: "count").persisted(key: "count", in: storage)
    var scope: Scope? = Scope()
    for number in 1...6 {
      scope?[count] = number
      if number == 3 || number == 5 {
        try await scope?.saved()
      } else {
        let error = await #expect(throws: PersistenceError.self) { try await scope?.saved() }
        #expect(error?.key == "count" && error?.underlying is DiskFull)
        await #expect(throws: PersistenceError.self) { try await scope?.saved() }
      }
      #expect((scope?[count], storage.attemptCount) == (number, number))
    }
    #expect(storage.writes.count == 2)
    scope = nil
    #expect(try storage.contents["count"] == saved(6, "count"))
  }

  @Test func `a failure as a scope is released is reported to its releaser`() {
    let storage = FaultyStorage(failing: [1])
    let count = Atom(0, name: "count").persisted(key: "count", in: storage, coalescing: .seconds(1))
    let reports = mistakes { Scope(clock: ManualClock())[count] = 1 }
    #expect(reports.map { $0.contains("could not be saved under 'count'") } == [true])
    #expect(storage.attemptCount == 1)
  }

  @Test func `a value that a snapshot brings for an atom not needed yet is saved`() async throws {
    scope[count] = 1
    let data = try scope.snapshot().encoded()
    try await scope.saved { scope[count] = 2 }
    let other = Scope()
    try other.restore(encoded: data)
    #expect(other[count] == 1)
    try await other.saved()
    #expect(try storage.contents["count"] == saved(1, "count"))
  }

  private final class Document: Codable {
    var text = "new"
  }

  @Test func `a value that is not Sendable is encoded on its owner`() async throws {
    let document = Atom { Document() }.persisted(key: "document", in: storage)
    scope.modify(document) { $0.text = "changed" }
    try await scope.saved { scope.modify(document) { $0.text = "changed again" } }
    #expect(Scope()[document].text == "changed again")
  }

  @Test func `a finished save keeps no storage alive`() async throws {
    weak var storage: FaultyStorage?
    do {
      let used = FaultyStorage()
      storage = used
      let count = Atom(0).persisted(key: "count", in: used)
      let scope = Scope()
      try await scope.saved { scope[count] = 1 }
    }
    for _ in 0..<10_000 where storage != nil { await Task.yield() }
    #expect(storage == nil)
  }
}
