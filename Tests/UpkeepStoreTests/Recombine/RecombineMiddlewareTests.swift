import Testing
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private enum Door {
  struct State: Equatable {
    var isLocked = false
    var visitors: [String] = []
  }

  /// Constants, in a type that is on no actor.
  static let guarded = Middleware<State, String>(
    .filter { state, _ in !state.isLocked },
    .map { $1.uppercased() })
  static let polite = Middleware<State, String>(
    .flatMap { ["\($1)", "thank you"] },
    .compactMap { $1.isEmpty ? nil : $1 })
  static let all = Middleware(guarded, polite)
  static let ringing = Middleware<State, String> { _, action, send in
    if action == "bell" { send("answer") }
    return [action]
  }

  static let reducer = Reducer<State, String> { $0.visitors.append($1) }
}

/// Middleware as a value: chained, kept in a constant, sent to another actor, of a part.
@MainActor @Suite struct RecombineMiddlewareTests {
  @Test func `Recombine, Middleware: steps follow one another`() {
    var seen: [String] = []
    let store = Store(
      Door.State(), Door.reducer,
      middleware: .filter { $1 != "nobody" }, .map { $1 + "!" },
      .compactMap { $1 == "Bob!" ? nil : $1 + "!" }, .sideEffect { seen.append($1) })
    store.send("nobody", "Ada", "Bob")
    #expect(seen == ["Ada!!"])
    #expect(store.visitors == ["Ada!!"])
  }

  @Test func `Recombine, Middleware: each step goes on from what the one before lets pass`() {
    let seen = Notes<String>()
    let first = Middleware<Door.State, String>.map { $1 + "1" }
    let bell = Middleware<Door.State, String> { _, action, send in
      if action == "a123" { send("b") }
      return [action]
    }
    let chain = Middleware(
      first, .map { $1 + "2" }, .flatMap { [$1, $1] }, .compactMap { $1.isEmpty ? nil : $1 + "3" },
      Middleware(.filter { state, _ in !state.isLocked }, Middleware { _, action, _ in [action] }),
      Middleware(),
      .sideEffect { seen.add($1) }, bell)
    let store = Store(Door.State(), Door.reducer, middleware: chain)
    store.send("a")
    #expect(store.visitors == ["a123", "a123", "b123", "b123", "b123", "b123"])
    #expect(seen.all == store.visitors)
  }

  @Test func `each step goes on from one that uses what belongs to an actor`() {
    var seen: [String] = []
    let first = LocalMiddleware<Door.State, String> { _, action, _ in
      seen.append(action)
      return [action]
    }
    let bell = LocalMiddleware<Door.State, String> { _, action, send in
      if action == "a1!" { send("b") }
      return [action]
    }
    let chain = LocalMiddleware(
      first, .map { $1 + "\(seen.count)" }, .flatMap { [$1, $1] },
      .compactMap { $1.isEmpty ? nil : $1 + "!" }, .filter { state, _ in !state.isLocked },
      .sideEffect { seen.append($1) }, bell, .map { seen.isEmpty ? "" : $1 })
    let store = Store(Door.State(), Door.reducer, middleware: LocalMiddleware([chain]))
    store.send("a")
    #expect(seen == ["a", "a1!", "a1!", "b", "b4!", "b4!", "b", "b7!", "b7!"])
    #expect(store.visitors == ["a1!", "a1!", "b4!", "b4!", "b7!", "b7!"])
  }

  @Test func `Recombine, Middleware: a constant is met by each store that has it`() {
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

  @Test func `Recombine, Middleware: both kinds go in one list, and one is made of both`() {
    var seen: [String] = []
    let local = LocalMiddleware(Door.guarded, .sideEffect { seen.append($1) })
    let store = Store(
      Door.State(), Door.reducer, middleware: local, Door.polite, .sideEffect { seen.append($1) })
    store.send("Ada")
    #expect(seen == ["ADA", "ADA", "thank you"])
    #expect(store.visitors == ["ADA", "thank you"])
  }

  @Test func `Recombine, Middleware: another actor gets a middleware, and uses it`() async {
    actor Hall {
      lazy var store = Store(Door.State(), Door.reducer)
      func open(behind middleware: Middleware<Door.State, String>) -> [String] {
        store = Store(Door.State(), Door.reducer, middleware: middleware)
        store.send("Ada")
        return store.visitors
      }
    }
    let middleware = Middleware(Door.guarded, .filter { $1 != "nobody" })
    let store = Store(Door.State(), Door.reducer, middleware: middleware)
    store.send("nobody")
    #expect(await Hall().open(behind: middleware) == ["ADA"])
    #expect(store.visitors == ["NOBODY"])
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
