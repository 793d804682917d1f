import Observation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Search: Equatable {
  var query = ""
  var other = ""
  var heard: [String] = []
}

/// Changes of a field that are heard less often than the field changes.
@MainActor @Suite struct ChangesTests {
  private let clock = ManualClock()

  /// Makes a store with a hook that hears the store's own changes.
  private func store(
    _ changes: @escaping (StoreContext<Search, Never>) -> Changes<String>
  ) -> Store<Search, Never> {
    let hearing = Acting<Search, Never>(hooks: { store in
      Hook("heard", changes(store)) { store.heard.append($0) }
    })
    return Store(Search(), hearing, clock: clock)
  }

  /// Writes values with a pause in milliseconds after each; returns the values that the hook heard.
  private func write(_ steps: [(String, Int)], _ store: Store<Search, Never>) -> [String] {
    for (text, pause) in steps {
      store.bound(\.query).value = text
      clock.advance(by: .milliseconds(pause))
    }
    return store.heard
  }

  @Test func `a hook hears the actions of another store at once, and in pairs with its states`() {
    let other = Store(0, adding)
    let following = Acting<Search, Never>(hooks: { store in
      Hook("action", other.actions.filter { $0 > 1 }) { store.heard.append("\($0)") }
      Hook("pair", other.pairs) { store.heard.append("\($0.previous) to \($0.state)") }
    })
    let store = Store(Search(), following)
    other.send(1)
    other.send(2)
    #expect(store.heard == ["0 to 1", "2", "1 to 3"])
  }

  private static let typing = [
    ("a", 100), ("ab", 299), ("abc", 300), ("d", 100), ("e", 1_000), ("f", 0),
  ]

  @Test func `debounced changes tell the last value when none came for a time, by the clock`() {
    let store = store { $0.changes(of: \.query).debounced(for: .milliseconds(300)) }
    #expect(write(Self.typing, store) == ["abc", "e"])
    clock.advance(by: .seconds(1))
    #expect(store.heard == ["abc", "e", "f"])
  }

  @Test func `a debounced or throttled value due in an undone transaction is heard afterwards`() {
    let stores = [
      store { $0.changes(of: \.query).debounced(for: .milliseconds(300)) },
      store { $0.changes(of: \.query).throttled(for: .milliseconds(300)) },
    ]
    for store in stores {
      store.bound(\.query).value = "a"
      store.bound(\.query).value = "b"
    }
    undone { clock.advance(by: .seconds(1)) }
    #expect(stores.map(\.heard) == [["b"], ["a", "b"]])
    for store in stores {
      store.bound(\.query).value = "c"
      transaction { clock.advance(by: .seconds(1)) }
    }
    #expect(stores.map(\.heard) == [["b", "c"], ["a", "b", "c"]])
  }

  @Test func `a store that goes when a value has fallen due in a transaction hears nothing`() {
    for commits in [true, false] {
      var kept: Store? = store { $0.changes(of: \.query).debounced(for: .seconds(1)) }
      kept?.bound(\.query).value = "a"
      try? transaction {
        clock.advance(by: .seconds(1))
        kept = nil
        if !commits { throw CancellationError() }
      }
      #expect(kept == nil)
    }
  }

  @Test func `throttled changes tell the first value at once, the last of each span at its end`() {
    // A time of zero needs no clock.
    let store = store {
      $0.changes(of: \.query).throttled(for: .milliseconds(300)).debounced(for: .zero)
    }
    #expect(write(Self.typing, store) == ["a", "ab", "abc", "e", "f"])
    #expect(
      write([("g", 100), ("h", 100), ("i", 100), ("j", 299)], store).suffix(2) == ["f", "i"])
    clock.advance(by: .milliseconds(1))
    #expect(store.heard.last == "j")
  }

  @Test func `throttled changes tell the first value of each span at its end, if asked to`() {
    let store = store { $0.changes(of: \.query).throttled(for: .milliseconds(300), latest: false) }
    #expect(write([("a", 100), ("b", 100), ("c", 100), ("d", 300)], store) == ["a", "b", "d"])
  }

  @Test func `a filter of throttled changes may write what it hears, for the time has begun`() {
    let store = store { context in
      context.changes(of: \.query).throttled(for: .milliseconds(300)).filter { text in
        if text.count < 3 { context.query += "!" }
        return true
      }
    }
    #expect(write([("a", 0)], store) == ["a"])
    clock.advance(by: .milliseconds(300))
    #expect(store.heard == ["a", "a!"])
    clock.advance(by: .milliseconds(300))
    #expect(store.heard == ["a", "a!", "a!!"])
    clock.advance(by: .seconds(9))
    #expect(store.heard == ["a", "a!", "a!!"])
  }

  @Test func `changes without duplicates are heard if the mapped value differs`() {
    let store = store { context in
      context.changes(of: \.query).map { String($0.prefix(1)) }.removeDuplicates()
    }
    #expect(write([("ab", 0), ("ac", 0), ("bc", 0), ("ac", 0)], store) == ["a", "b", "a"])
  }

  @Test func `a listener without duplicates compares with its own last value`() async {
    let count = StoredProperty(0)
    let halves = Changes(of: count).map { $0 / 2 }.removeDuplicates()
    var first = halves.makeAsyncIterator()
    count.value = 2
    var second = halves.makeAsyncIterator()
    count.value = 3
    count.value = 4
    #expect(await (first.next(), first.next()) == (1, 2))
    #expect(await (second.next(), second.next()) == (1, 2))
  }

  @Test func `merged changes are heard in the order in which they occur`() {
    let store = store { context in
      context.changes(of: \.query).merge(
        with: context.changes(of: \.other), context.changes(of: \.other).map { $0 + "!" })
    }
    store.bound(\.query).value = "a"
    store.bound(\.other).value = "b"
    store.bound(\.query).value = "c"
    #expect(store.heard == ["a", "b", "b!", "c"])
  }

  @Test func `merged changes end as a sequence when all have ended, and not before`() async throws {
    var first: Store? = store { $0.changes(of: \.query) }
    var second: Store? = store { $0.changes(of: \.query) }
    let changes = try [
      #require(first).changes(of: \.query), #require(second).changes(of: \.query),
      #require(first).changes(of: \.other),
    ]
    let merged = changes[0].merge(with: changes[1], changes[2])
    var both = merged.makeAsyncIterator()
    first = nil
    second?.bound(\.query).value = "a"
    #expect(await both.next() == "a")
    var late = merged.makeAsyncIterator()
    second?.bound(\.query).value = "b"
    second = nil
    #expect(await (both.next(), both.next()) == ("b", nil))
    #expect(await (late.next(), late.next()) == ("b", nil))
    var none = merged.makeAsyncIterator()
    #expect(await none.next() == nil)
  }

  @Test func `a value that waits is not told when the store ends, and keeps nothing`() async {
    weak var gone: Store<Search, Never>?
    let heard: Changes<String>.Iterator
    do {
      let store = store { $0.changes(of: \.other).debounced(for: .seconds(1)) }
      heard = store.changes(of: \.query).debounced(for: .seconds(1)).makeAsyncIterator()
      store.bound(\.query).value = "a"
      store.bound(\.other).value = "a"
      gone = store
    }
    #expect(gone == nil)
    clock.advance(by: .seconds(2))
    var iterator = heard
    #expect(await (iterator.next(), clock.alarmCount) == (nil, 0))
  }
}

@Observable private final class Account {
  var balance = 100
}

/// Hooks that follow models of Observation.
@MainActor @Suite struct ModelHookTests {
  @Test func `a hook hears a model's new value once, when the writer's actor is free`() async {
    let account = Account()
    let hearing = Acting<[Int], Never>(hooks: { store in
      Hook("balance", .observing, account.balance / 10) { tens in
        store.modify { $0.append(tens) }
      }
    })
    let store = Store([], hearing)
    account.balance = 150
    account.balance = 200
    #expect(store.state == [])
    for _ in 0..<100_000 where store.state.isEmpty { await Task.yield() }
    #expect(store.state == [20])
    account.balance = 201
    for _ in 0..<1_000 { await Task.yield() }
    #expect(store.state == [20])
  }
}
