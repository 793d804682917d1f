import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// A transaction that throws leaves no trace in a scope: neither in what is saved, nor in what is told, nor in what follows.
@MainActor @Suite struct UndoneTransactionTests {
  private struct Undone: Error {}

  private func undone(_ body: () -> Void) {
    try? transaction {
      body()
      throw Undone()
    }
  }

  private let id = Atom(1, name: "id")
  private let storage = MemoryStorage()
  private let clock = ManualClock()

  private func saved(_ key: String) -> String? {
    storage.read(key).map { String(decoding: $0, as: UTF8.self) }
  }

  private func number(_ key: String, lifetime: Lifetime = .whileUsed) -> Atom<Int> {
    Atom(0, lifetime: lifetime)
      .persisted(key: key, in: storage, format: .plain, coalescing: .seconds(60))
  }

  @Test func `a computed value tells of changes between what it was before and after`() {
    let (told, id) = (Tally(), id)
    let effect = DefinitionEffect<Int>.onChange { _, old, new in told.add("\(old)->\(new)") }
    let ten = Computed(effects: [effect]) { get in get(id) * 10 }
    let scope = Scope()
    #expect(scope[ten] == 10)
    scope[id] = 2
    undone {
      scope[id] = 3
      #expect(scope[ten] == 30)
    }
    #expect(told.entries == [])
    #expect(scope[ten] == 20)
    #expect(told.entries == ["10->20"])
  }

  @Test func `what was read of a load in it is read anew`() async {
    let feed = Resource<Int>(
      elementsOf: { _ in AsyncStream<Int> { $0.yield(1) } }, lifetime: .keep)
    let isLoading = Computed(lifetime: .keep) { get in get.loadable(feed).isLoading }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[isLoading] }
    await scope.settle()
    #expect(probe.last == false)
    undone {
      scope[feed] = .value(5)
      #expect(scope[isLoading] == false)
    }
    #expect(scope[isLoading] == scope[feed].isLoading)
    await scope.settle()
    #expect(scope[isLoading] == scope[feed].isLoading)
  }

  @Test func `what is saved wins over an atom that was written in it while that was loaded`() async
  {
    let storage = GatedStorage(["k": Data("\"saved\"".utf8)])
    let text = Atom("first").persisted(key: "k", in: storage, format: .plain)
    let scope = Scope()
    #expect(scope[text] == "first")
    undone { scope[text] = "undone" }
    storage.gate.open(0)
    await scope.loaded(text)
    #expect(scope[text] == "saved")
  }

  @Test func `the time to save what was written before may come in it`() async {
    let (scope, atom) = (Scope(clock: clock), number("k"))
    scope[atom] = 1
    undone {
      scope[atom] = 2
      clock.advance(by: .seconds(60))
    }
    await storage.flushed()
    #expect(saved("k") == "1")
  }

  @Test func `what was written before is saved also where the atom goes in it`() async {
    let scope = Scope(clock: clock)
    let rows = Family { [storage] (id: Int) in
      Atom(0, lifetime: .lru(1))
        .persisted(key: "row\(id)", in: storage, format: .plain, coalescing: .seconds(60))
    }
    scope[rows(1)] = 5
    undone { for id in 2...4 { _ = scope[rows(id)] } }
    let late = number("late", lifetime: .keep(for: .seconds(5)))
    scope[late] = 7
    undone { clock.advance(by: .seconds(6)) }
    var other: Scope? = Scope(clock: clock)
    let third = number("third")
    other?[third] = 9
    undone { other = nil }
    await storage.flushed()
    #expect([saved("row1"), saved("late"), saved("third")] == ["5", "7", "9"])
  }

  @Test func `a definition that was overridden in it means what it meant, read before or not`()
    async
  {
    let (id, other) = (id, Atom(3, name: "other"))
    let sum = Computed(lifetime: .keep) { get in get(id) + get(other) }
    let loaded = Resource(lifetime: .keep) { (get: LoadReader) async throws -> Int in get(id) }
    let computed = Resource(lifetime: .keep) { (get: Reader) throws -> Int in get(id) }
    let (first, second): ([Int?], [Int?]) = ([1, 3, 4, 1, 1], [2, 3, 5, 2, 2])
    for isRead in [true, false] {
      let root = Scope()
      let scope = Scope(parent: root)
      func values() async -> [Int?] {
        _ = (scope[loaded], scope[computed])
        await scope.settle()
        return [scope[id], scope[other], scope[sum], scope[loaded].value, scope[computed].value]
      }
      if isRead { #expect(await values() == first) }
      for place in [scope, root] {
        undone {
          place.override(id, with: Atom(7))
          place.override(sum, with: Computed { get in get(id) * 100 })
          place.override(loaded, with: Resource { (get: LoadReader) async throws in get(id) * 10 })
          place.override(computed, with: Resource { (get: Reader) throws in get(id) * 10 })
          #expect(scope[id] == 7)
          #expect(scope[sum] == 700)
          #expect(scope[computed].value == 70)
        }
        #expect(scope[id] == 1)
        #expect(scope[sum] == 4)
        #expect(await values() == first)
      }
      root[id] = 2
      #expect(await values() == second)
      transaction { scope.override(sum, with: Computed { get in get(id) * 100 }) }
      undone { scope.override(sum, with: Computed { get in get(id) * 1_000 }) }
      #expect(scope[sum] == 200)
    }
  }

  @Test func `who follows what was overridden in it is not told`() {
    struct Opaque { let number: Int }
    let id = id
    let opaque = Computed { get in Opaque(number: get(id)) }
    let rows = Family { (row: Int) in Atom(row, name: "row \(row)") }
    let scope = Scope()
    let follower = DerivedProperty { scope[opaque].number + scope[rows(3)] }
    var seen: [Int] = []
    let updater = Updater()
    updater.keepUpToDate { seen.append(follower.value) }
    undone {
      scope.override(opaque, with: Computed { _ in Opaque(number: 50) })
      scope.override(rows) { Atom($0 * 10) }
      #expect(follower.value == 80)
      #expect(scope[rows(4)] == 40)
    }
    #expect(follower.value == 4)
    #expect(scope[rows(4)] == 4)
    #expect(seen == [4])
    scope[rows(3)] = 5
    #expect(seen == [4, 6])
  }

  @Test func `a load that tries something in it loads once`() async {
    let (id, starts) = (id, Tally())
    let scope = Scope()
    // SAFETY: the load runs on the main actor, where the scope is.
    nonisolated(unsafe) let unsafeScope = scope
    let trial = Resource { (get: LoadReader) async throws -> Int in
      starts.add("start")
      var found = 0
      if starts.entries.count < 5 {
        try? transaction {
          unsafeScope[id] = 5
          found = get(id)
          throw Undone()
        }
      }
      return found
    }
    let updater = Updater()
    updater.keepUpToDate { _ = scope[trial] }
    await scope.settle()
    #expect(scope[trial] == .value(5))
    #expect(starts.entries == ["start"])
    scope[id] = 2
    await scope.settle()
    #expect(starts.entries == ["start", "start"])
    withExtendedLifetime(updater) {}
  }

  @Test func `an atom that was to be restored in it begins with its first value`() throws {
    let encoded = id.encoded(as: "id")
    let first = Scope { $0[encoded] = 9 }
    let data = try first.snapshot().encoded()
    let scope = Scope()
    undone { #expect(throws: Never.self) { try scope.restore(encoded: data) } }
    #expect(scope[encoded] == 1)
  }

  @Test func `members that were written in it go as if they were not`() {
    let scope = Scope()
    let members = Family { (id: Int) in Atom(id, name: "member") }
    undone { for id in 0..<2_000 { scope[members(id)] = -1 } }
    for id in 2_000..<12_000 { _ = scope[members(id)] }
    let names = Set(scope.snapshot().atomNames)
    #expect((0..<2_000).filter { names.contains("member(\($0))") } == [])
  }
}

// SAFETY: touched by the main actor alone until the gate is open, and not written after that.
/// A storage that reads when it is let.
private final class GatedStorage: SuspendingStorage, @unchecked Sendable {
  private let contents: [String: Data]
  let gate = Gate<Int>()

  init(_ contents: [String: Data]) { self.contents = contents }

  func read(_ key: String) async throws -> Data? {
    _ = try await gate.value()
    return contents[key]
  }

  func write(_ data: Data, for key: String) {}

  func setAside(_ key: String) -> String { key }
}
