import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let id = Atom(1, name: "id")

/// A transaction that throws leaves no trace in a scope.
///
/// Saved values, announced changes and derived values are as if it had not happened.
@MainActor @Suite struct UndoneTransactionTests {
  private let scope = Scope()
  private let storage = MemoryStorage()
  private let clock = ManualClock()

  private func saved(_ key: String) -> String? {
    storage.read(key).map { String(decoding: $0, as: UTF8.self) }
  }

  private func number(_ key: String, lifetime: Lifetime = .whileUsed) -> Atom<Int> {
    Atom(0, lifetime: lifetime)
      .persisted(key: key, in: storage, format: .plain, coalescing: .seconds(60))
  }

  @Test func `a computed value announces the change from before to after the transaction`() {
    let told = Tally()
    let effect = DefinitionEffect<Int>.onChange { _, old, new in told.add("\(old)->\(new)") }
    let ten = Computed(effects: [effect]) { get in get(id) * 10 }
    #expect(scope[ten] == 10)
    scope[id] = 2
    undone {
      scope[id] = 3
      #expect(scope[ten] == 30)
    }
    #expect((told.entries, scope[ten]) == ([], 20))
    #expect(told.entries == ["10->20"])
  }

  @Test func `a value of a load that was read in a transaction is read anew`() async {
    let feed = Resource<Int>(
      elementsOf: { _ in AsyncStream<Int> { $0.yield(1) } }, lifetime: .keep)
    let isLoading = Computed(lifetime: .keep) { get in get.loadable(feed).isLoading }
    let probe = await scope.settledProbe { $0[isLoading] }
    #expect(probe.frames.last == false)
    undone {
      scope[feed] = .value(5)
      #expect(scope[isLoading] == false)
    }
    #expect(scope[isLoading] == scope[feed].isLoading)
    await scope.settle()
    #expect(scope[isLoading] == scope[feed].isLoading)
  }

  @Test func `a saved value wins over a rolled back write during its load`() async {
    let storage = SlowStorage(["k": Data("\"saved\"".utf8)])
    let text = Atom("first").persisted(key: "k", in: storage, format: .plain)
    #expect(scope[text] == "first")
    undone { scope[text] = "undone" }
    storage.reading.open(())
    await scope.loaded(text)
    #expect(scope[text] == "saved")
  }

  @Test func `the time to save an earlier write may come in a transaction`() async {
    let (scope, atom) = (Scope(clock: clock), number("k"))
    scope[atom] = 1
    undone {
      scope[atom] = 2
      clock.advance(by: .seconds(60))
    }
    await storage.flushed()
    #expect(saved("k") == "1")
  }

  @Test func `an earlier write is saved even if a transaction releases its atom`() async {
    let scope = Scope(clock: clock)
    let rows = Family { [storage] (id: Int) in
      Atom(0, lifetime: .lru(1))
        .persisted(key: "row\(id)", in: storage, format: .plain, coalescing: .seconds(60))
    }
    scope[rows(1)] = 5
    // A rolled back transaction does not release row 1.
    undone { for id in 2...4 { _ = scope[rows(id)] } }
    #expect(saved("row1") == nil)
    transaction { for id in 5...7 { _ = scope[rows(id)] } }
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

  @Test func `a resource overridden in a transaction stays overridden, and follows its inputs`()
    async
  {
    let loaded = Resource(lifetime: .keep) { (get: LoadReader) async throws -> Int in get(id) }
    let computed = Resource(lifetime: .keep) { (get: Reader) throws -> Int in get(id) }
    func values() -> [Int?] { [scope[loaded].value, scope[computed].value] }
    await scope.settle { _ = values() }
    #expect(values() == [1, 1])
    undone {
      scope.override(loaded, with: Resource { (get: LoadReader) async throws in get(id) * 10 })
      scope.override(computed, with: Resource { (get: Reader) throws in get(id) * 10 })
    }
    await scope.settle { _ = values() }
    #expect(values() == [10, 10])
    scope[id] = 2
    await scope.settle { _ = values() }
    #expect(values() == [20, 20])
  }

  @Test func `members that a transaction displaces from the cache keep their written values`() {
    let rows = Family { (row: Int) in Atom(row, lifetime: .lru(2)) }
    scope[rows(1)] = 11
    scope[rows(2)] = 12
    undone { for row in 3..<9 { scope[rows(row)] = 0 } }
    #expect((scope[rows(1)], scope[rows(2)]) == (11, 12))
    transaction { for row in 3..<9 { _ = scope[rows(row)] } }
    #expect(scope[rows(1)] == 1)
  }

  @Test func `a load that runs a failing transaction loads once`() async {
    let starts = Tally()
    // SAFETY: the load runs on the main actor, where the scope is.
    nonisolated(unsafe) let unsafeScope = scope
    let trial = Resource { (get: LoadReader) async throws -> Int in
      var found = 0
      if starts.next() < 5 {
        undone {
          unsafeScope[id] = 5
          found = get(id)
        }
      }
      return found
    }
    let updater = Updater()
    await scope.settle { updater.keepUpToDate { _ = scope[trial] } }
    #expect((scope[trial], starts.count) == (.value(5), 1))
    await scope.settle { scope[id] = 2 }
    #expect(starts.count == 2)
    withExtendedLifetime(updater) {}
  }

  @Test func `an atom that a transaction was to restore begins with its first value`() throws {
    let encoded = id.encoded(as: "id")
    let first = Scope { $0[encoded] = 9 }
    let data = try first.snapshot().encoded()
    undone { #expect(throws: Never.self) { try scope.restore(encoded: data) } }
    #expect(scope[encoded] == 1)
  }

  @Test func `members written in a rolled back transaction are released like unwritten members`() {
    let members = Family { (id: Int) in Atom(id, name: "member") }
    undone { for id in 0..<2_000 { scope[members(id)] = -1 } }
    for id in 2_000..<12_000 { _ = scope[members(id)] }
    let names = Set(scope.snapshot().atomNames)
    #expect((0..<2_000).filter { names.contains("member(\($0))") } == [])
  }
}
