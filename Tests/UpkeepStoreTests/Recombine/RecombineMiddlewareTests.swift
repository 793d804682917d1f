import Testing
import Upkeep
import UpkeepStore

private struct Texts: Equatable { var texts: [String] = [] }

private typealias TextMiddleware = Middleware<Texts, String>

/// The work of Recombine's middleware, and the claims of its own tests.
@MainActor @Suite struct RecombineMiddlewareTests {
  private static let append = Reducer<Texts, String> { $0.texts.append($1) }

  private func store(_ middleware: TextMiddleware...) -> Store<Texts, String> {
    Store(Texts(), Self.append, middleware: TextMiddleware(middleware))
  }

  @Test func `Recombine, Middleware: it decorates actions in order`() {
    let store = Store(
      Texts(), Self.append, middleware: .map { $1 + " first" }, .map { $1 + " second" })
    store.send("OK")
    #expect(store.texts == ["OK first second"])
  }

  @Test func `Recombine, Middleware: it reads the state as it was before the action`() {
    let seen = Notes<[String]>()
    let store = store(
      .sideEffect { state, action in seen.add(state.texts + [action]) },
      .map { state, action in "\(state.texts.count) \(action)" })
    store.send("a")
    store.send("b")
    #expect(seen.all == [["a"], ["0 a", "b"]])
    #expect(store.texts == ["0 a", "1 b"])
  }

  @Test func `Recombine, Middleware: what is dropped comes to nobody after it`() {
    let later = Notes<String>()
    let store = store(
      .filter { _, action in action != "no" }, .sideEffect { later.add($1) })
    let seen = Seen { store.texts.count }
    store.send("no")
    store.send("yes")
    #expect(later.all == ["yes"])
    #expect(store.texts == ["yes"])
    #expect(seen.values == [0, 1])
  }

  @Test func `Recombine, Middleware: one action becomes three, and one change`() {
    let store = store(.flatMap { _, action in [action, action, action] })
    let seen = Seen { store.texts.count }
    store.send("a")
    #expect(store.texts == ["a", "a", "a"])
    #expect(seen.values == [0, 3])
  }

  @Test func `Recombine, Middleware: filterMap drops or changes`() {
    let store = store(.compactMap { _, action in Int(action).map { "\($0 + 1)" } })
    store.send("1", "x", "2")
    #expect(store.texts == ["2", "3"])
  }

  @Test func `Recombine, Middleware: what it sends goes through the whole chain, afterwards`() {
    let met = Notes<String>()
    let store = store(
      .sideEffect { met.add("1 \($1)") },
      Middleware { _, action, send in
        if action == "first" {
          send("second")
          send("third")
        }
        return [action]
      },
      .sideEffect { met.add("2 \($1)") })
    store.send("first")
    #expect(
      met.all == ["1 first", "2 first", "1 second", "2 second", "1 third", "2 third"])
    #expect(store.texts == ["first", "second", "third"])
  }

  @Test func `Recombine, Middleware: none lets all pass, and several are one`() {
    let none = TextMiddleware()
    let both = TextMiddleware(.map { $1 + "1" }, TextMiddleware(.map { $1 + "2" }, none))
    let store = store(none, both)
    store.send("a")
    #expect(store.texts == ["a12"])
  }

  @Test func `Recombine, SideEffect: the last one sees what all others have made of an action`() {
    let seen = Notes<String>()
    let store = store(.flatMap { [$1, $1 + "!"] }, .sideEffect { seen.add($1) })
    store.send("a", "b")
    #expect(seen.all == ["a", "a!", "b", "b!"])
  }

  @Test func `Recombine, Middleware: a part of a state may have its own`() {
    struct Whole: Equatable { var part = Texts(), other = 0 }
    enum WholeAction: Equatable {
      case part(String)
      case other
    }
    let part = Self.append.behind(.map { $1.uppercased() }).scoped(
      to: \Whole.part,
      action: Case<WholeAction, String>({ .part($0) }) {
        if case .part(let text) = $0 { text } else { nil }
      })
    let store = Store(Whole(), part)
    store.send(.part("a"), .other)
    #expect(store.state == Whole(part: Texts(texts: ["A"])))
  }
}
