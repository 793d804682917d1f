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

/// Changes of a field, heard less often than it changes.
@MainActor @Suite struct ChangesTests {
  /// Hears something of a store, by a hook.
  private struct Hearing: Interactor {
    typealias State = Search
    typealias Action = Never
    let changes: (StoreContext<Search, Never>) -> Changes<String>

    func hooks(_ store: StoreContext<Search, Never>) -> [Hook] {
      Hook("heard", changes(store)) { store.heard.append($0) }
    }
  }

  private let clock = ManualClock()

  private func store(
    _ changes: @escaping (StoreContext<Search, Never>) -> Changes<String>
  ) -> Store<Search, Never> {
    Store(Search(), Hearing(changes: changes), clock: clock)
  }

  /// Writes one value after another, as many milliseconds apart as each says.
  private func write(_ steps: [(String, Int)], _ store: Store<Search, Never>) -> [String] {
    for (text, pause) in steps {
      store.bound(\.query).value = text
      clock.advance(by: .milliseconds(pause))
    }
    return store.heard
  }

  @Test func `a hook hears the actions of another store at once, and in pairs with its states`() {
    struct Following: Interactor {
      typealias State = Search
      typealias Action = Never
      let other: Store<Int, Int>

      func hooks(_ store: StoreContext<Search, Never>) -> [Hook] {
        Hook("action", other.actions.filter { $0 > 1 }) { store.heard.append("\($0)") }
        Hook("pair", other.pairs) { store.heard.append("\($0.previous) to \($0.state)") }
      }
    }
    let other = Store(0, Reducer<Int, Int> { $0 += $1 })
    let store = Store(Search(), Following(other: other))
    other.send(1)
    other.send(2)
    #expect(store.heard == ["0 to 1", "2", "1 to 3"])
  }

  private static let typing = [
    ("a", 100), ("ab", 299), ("abc", 300), ("d", 100), ("e", 1_000), ("f", 0),
  ]

  @Test func `debounced: the last value, when none has come for a time, by the store's clock`() {
    let store = store { $0.changes(of: \.query).debounced(for: .milliseconds(300)) }
    #expect(write(Self.typing, store) == ["abc", "e"])
    clock.advance(by: .seconds(1))
    #expect(store.heard == ["abc", "e", "f"])
  }

  @Test
  func `debounced, throttled: a value that falls due in an undone transaction is told after it`() {
    let stores = [
      store { $0.changes(of: \.query).debounced(for: .milliseconds(300)) },
      store { $0.changes(of: \.query).throttled(for: .milliseconds(300)) },
    ]
    for store in stores {
      store.bound(\.query).value = "a"
      store.bound(\.query).value = "b"
    }
    try? transaction {
      clock.advance(by: .seconds(1))
      throw CancellationError()
    }
    #expect(stores.map(\.heard) == [["b"], ["a", "b"]])
    for store in stores {
      store.bound(\.query).value = "c"
      transaction { clock.advance(by: .seconds(1)) }
    }
    #expect(stores.map(\.heard) == [["b", "c"], ["a", "b", "c"]])
  }

  @Test
  func `debounced: a store that goes when a value has fallen due in a transaction hears nothing`() {
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

  @Test func `debounced: by a clock that was handed in`() {
    let other = ManualClock()
    let store = store {
      $0.changes(of: \.query).debounced(for: .milliseconds(300), clock: other)
    }
    #expect(write(Self.typing, store) == [])
    other.advance(by: .milliseconds(300))
    #expect(store.heard == ["f"])
  }

  @Test func `throttled: the first at once, and the last of each span at its end`() {
    let store = store { $0.changes(of: \.query).throttled(for: .milliseconds(300)) }
    #expect(write(Self.typing, store) == ["a", "ab", "abc", "e", "f"])
    #expect(
      write([("g", 100), ("h", 100), ("i", 100), ("j", 299)], store).suffix(2) == ["f", "i"])
    clock.advance(by: .milliseconds(1))
    #expect(store.heard.last == "j")
  }

  @Test func `throttled: the first of each span at its end`() {
    let store = store {
      $0.changes(of: \.query).throttled(for: .milliseconds(300), latest: false)
    }
    #expect(write([("a", 100), ("b", 100), ("c", 100), ("d", 300)], store) == ["a", "b", "d"])
  }

  @Test func `throttled: by a clock that was handed in, or none where the time is none`() {
    let other = ManualClock()
    let store = store {
      $0.changes(of: \.query).throttled(for: .milliseconds(300), clock: other)
        .debounced(for: .zero)
    }
    #expect(write(Self.typing, store) == ["a"])
    other.advance(by: .milliseconds(300))
    #expect(store.heard == ["a", "f"])
  }

  @Test func `by a clock of the system's kind`() async {
    let store = store { context in
      context.changes(of: \.query).debounced(for: .milliseconds(1), clock: ContinuousClock())
        .throttled(for: .microseconds(1), clock: SuspendingClock())
    }
    var heard = store.changes(of: \.heard).makeAsyncIterator()
    store.bound(\.query).value = "a"
    store.bound(\.query).value = "b"
    #expect(await heard.next() == ["b"])
  }

  @Test func `of a property that is of no store, by the system's clock`() async {
    let count = StoredProperty(0)
    var changes = Changes(of: count).debounced(for: .milliseconds(1)).makeAsyncIterator()
    count.value = 1
    count.value = 2
    #expect(await changes.next() == 2)
  }

  @Test func `what is heard may write: the time has begun before`() {
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

  @Test func `removeDuplicates: what is made of a value is told when it differs`() {
    let store = store { context in
      context.changes(of: \.query).map { String($0.prefix(1)) }.removeDuplicates()
    }
    #expect(write([("ab", 0), ("ac", 0), ("bc", 0), ("ac", 0)], store) == ["a", "b", "a"])
  }

  @Test func `removeDuplicates: each that listens compares with what it has heard itself`() async {
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

  @Test func `merge: values of several, each when it comes`() {
    let store = store { context in
      context.changes(of: \.query).merge(
        with: context.changes(of: \.other), context.changes(of: \.other).map { $0 + "!" })
    }
    store.bound(\.query).value = "a"
    store.bound(\.other).value = "b"
    store.bound(\.query).value = "c"
    #expect(store.heard == ["a", "b", "b!", "c"])
  }

  @Test func `merge: as a sequence it ends when all have ended, and not before`() async {
    var first: Store? = store { $0.changes(of: \.query) }
    var second: Store? = store { $0.changes(of: \.query) }
    func changes() -> Changes<String>? {
      guard let first, let second else { return nil }
      return first.changes(of: \.query).merge(
        with: second.changes(of: \.query), first.changes(of: \.other))
    }
    guard let merged = changes() else { return }
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
    #expect(await iterator.next() == nil)
    #expect(clock.alarmCount == 0)
  }
}
