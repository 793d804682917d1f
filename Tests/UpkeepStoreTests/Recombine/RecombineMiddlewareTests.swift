import Testing
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private enum Door {
  struct State: Equatable {
    var isLocked = false
    var visitors: [String] = []
  }

  /// Made anew for each store, in a type without an actor.
  static var guarded: Middleware<State, String> {
    Middleware(.filter { state, _ in !state.isLocked }, .map { $1.uppercased() })
  }
  static var polite: Middleware<State, String> {
    Middleware(.flatMap { ["\($1)", "thank you"] }, .compactMap { $1.isEmpty ? nil : $1 })
  }
  static var all: Middleware<State, String> { Middleware(guarded, polite) }
  static var ringing: Middleware<State, String> {
    Middleware { _, action, send in
      if action == "bell" { send("answer") }
      return [action]
    }
  }

  static let reducer = Reducer<State, String> { $0.visitors.append($1) }
}

/// Middleware as a value: chained, used by several stores, sent to another actor, and used for a
/// part.
@MainActor @Suite struct RecombineMiddlewareTests {
  @Test func `Recombine, Middleware: steps follow one another`() {
    var seen: [String] = []
    let store = Store(
      Door.State(), Door.reducer,
      middleware: .filter { $1 != "nobody" }, .map { $1 + "!" },
      .compactMap { $1 == "Bob!" ? nil : $1 + "!" }, .sideEffect { seen.append($1) })
    store.send("nobody", "Ada", "Bob")
    #expect([seen, store.visitors] == [["Ada!!"], ["Ada!!"]])
  }

  @Test func `Recombine, Middleware: each step goes on from what the one before lets pass`() {
    let seen = Notes<String>()
    var passed = 1
    let first = Middleware<Door.State, String>.map {
      passed += 1
      return $1 + "1"
    }
    let bell = Middleware<Door.State, String> { _, action, send in
      if action == "a123" { send("b") }
      return [action]
    }
    let chain = Middleware(
      first, .map { $1 + "\(passed)" }, .flatMap { [$1, $1] },
      .compactMap { $1.isEmpty ? nil : $1 + "3" },
      Middleware(.filter { state, _ in !state.isLocked }, Middleware { _, action, _ in [action] }),
      Middleware(),
      .sideEffect { seen.add($1) }, bell)
    let store = Store(Door.State(), Door.reducer, middleware: chain)
    store.send("a")
    #expect(store.visitors == ["a123", "a123", "b133", "b133", "b143", "b143"])
    #expect(seen.all == store.visitors)
  }

  @Test func `Recombine, Middleware: each store with a named middleware uses it`() {
    let store = Store(Door.State(), Door.reducer, middleware: Door.all, Door.ringing)
    store.send("Ada")
    store.bound(\.isLocked).value = true
    store.send("Bob")
    #expect(store.visitors == ["ADA", "thank you"])
    let other = TestStore(Door.State(), Door.reducer, middleware: Door.ringing)
    other.store.send("bell")
    #expect(other.visitors == ["bell", "answer"])
    other.isExhaustive = false
  }

  @Test func `Recombine, Middleware: a middleware that uses an actor is composed of others`() {
    var seen: [String] = []
    let local = Middleware(Door.guarded, .sideEffect { seen.append($1) })
    let store = Store(
      Door.State(), Door.reducer, middleware: local, Door.polite, .sideEffect { seen.append($1) })
    store.send("Ada")
    #expect([seen, store.visitors] == [["ADA", "ADA", "thank you"], ["ADA", "thank you"]])
  }

  @Test func `Recombine, Middleware: another actor gets a middleware, and uses it`() async {
    actor Hall {
      lazy var store = Store(Door.State(), Door.reducer)
      func open(behind middleware: sending Middleware<Door.State, String>) -> [String] {
        store = Store(Door.State(), Door.reducer, middleware: middleware)
        store.send("Ada")
        return store.visitors
      }
    }
    #expect(await Hall().open(behind: Door.guarded) == ["ADA"])
  }

  @Test func `Recombine, Middleware: a part of a state may have its own`() {
    struct Whole { var door = Door.State() }
    let door = Case<String, String>({ "door \($0)" }) {
      $0.hasPrefix("door ") ? String($0.dropFirst(5)) : nil
    }
    let part = Door.reducer.behind(.map { $1.uppercased() }).scoped(to: \Whole.door, action: door)
    let store = Store(Whole(), part)
    store.send("door a", "other")
    #expect(store.door.visitors == ["A"])
  }

  @Test func `a chain of ten thousand is no tower of closures`() {
    let one = Middleware<Door.State, String>.map { $1 }
    let store = Store(
      Door.State(), Door.reducer,
      middleware: Middleware(Array(repeating: Middleware(one, one), count: 5_000)))
    store.send("Ada")
    #expect(store.visitors == ["Ada"])
  }
}
