import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// The cocktail search of Eazy's examples.
///
/// Typing searches after a pause, and an empty search lists the favourites.
private struct Cocktails: Interactor {
  struct State: Equatable {
    var searchString = ""
    var drinks: Loadable<[String]> = .value([])
    var favourites: [String] = []
  }
  enum Action: Equatable {
    case search(String)
    case toggleFavourite(String)
  }
  private enum Line { case search, favourite }

  let service: Favourites

  func reduce(_ state: inout State, _ action: Action) {
    guard case .search(let text) = action else { return }
    state.drinks = text.isEmpty ? .value(state.favourites) : .loading(previous: state.drinks.value)
  }

  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    switch action {
    case .search(""): break
    case .search(let text):
      do {
        try await store.sleep(for: .seconds(1))
        store.drinks = .value(["\(text) sour", "\(text) fizz"])
      } catch {
        service.interruptions.add(text)
      }
    case .toggleFavourite(let drink): service.toggle(drink)
    }
  }

  func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    Hook("searchString", store.changes(of: \.searchString)) { store.send(.search($0)) }
    Hook("favourites", service.favourites) { store.favourites = $0 }
  }

  func policy(for action: Action) -> EffectPolicy {
    switch action {
    case .search(""): .latest(Line.search)
    case .search: .debounced(Line.search, for: .milliseconds(300))
    case .toggleFavourite: .serial(Line.favourite)
    }
  }
}

// SAFETY: used on the main actor alone.
/// The state that two screens share.
private final class Favourites: @unchecked Sendable {
  let favourites = StoredProperty<[String]>([])
  let interruptions = Notes<String>()

  func toggle(_ drink: String) {
    if let index = favourites.value.firstIndex(of: drink) {
      favourites.value.remove(at: index)
    } else {
      favourites.value.append(drink)
    }
  }
}

/// Eazy's examples, with the claims of its own tests.
@MainActor @Suite struct EazyExampleTests {
  @Test
  func `Eazy, Cocktail: typing searches once it has paused, and no text lists the favourites`()
    async throws
  {
    let service = Favourites()
    let store = TestStore(Cocktails.State(), Cocktails(service: service), isExhaustive: false)
    service.toggle("mojito")
    for text in ["g", "gi", "gin"] {
      store.store.bound(\.searchString).value = text
      await store.clock.pass(.milliseconds(100), in: store.store)
    }
    await store.clock.pass(.milliseconds(200), .seconds(1), in: store.store)
    #expect(store.drinks == .value(["gin sour", "gin fizz"]))
    #expect(store.actions == [.search("g"), .search("gi"), .search("gin")])
    let shown = store.transitions.map(\.drinks)
    let settled = shown.filter { !$0.isLoading && $0 != .value([]) }
    #expect(settled == [.value(["gin sour", "gin fizz"])])
    store.store.bound(\.searchString).value = ""
    await store.settle()
    #expect(store.drinks == .value(["mojito"]))
  }

  @Test func `Eazy, Cocktail: another search cancels the one that runs, whose sleep throws`()
    async throws
  {
    let service = Favourites()
    let store = TestStore(Cocktails.State(), Cocktails(service: service), isExhaustive: false)
    let first = try store.send(.search("old"))
    await store.clock.pass(.milliseconds(300), in: store.store)
    let second = try store.send(.search("new"))
    await store.clock.pass(.milliseconds(300), .seconds(1), in: store.store)
    await second.finish()
    #expect(first.isCancelled && !second.isCancelled)
    #expect(service.interruptions.all == ["old"])
    #expect(store.drinks == .value(["new sour", "new fizz"]))
  }

  @Test func `Eazy, Cocktail: a shared object keeps two stores in step`() async throws {
    let service = Favourites()
    let list = TestStore(Cocktails.State(), Cocktails(service: service), isExhaustive: false)
    let detail = TestStore(Cocktails.State(), Cocktails(service: service), isExhaustive: false)
    await (try detail.send(.toggleFavourite("mojito"))).finish()
    #expect(service.favourites.value == ["mojito"])
    #expect([list.favourites, detail.favourites] == [["mojito"], ["mojito"]])
    #expect(list.hooks == ["favourites"])
    await (try list.send(.toggleFavourite("mojito"))).finish()
    #expect([list.favourites, detail.favourites] == [[], []])
  }
}

private struct Draft: Equatable {
  enum Action: Equatable { case send }

  var draft = ""
  var isLong = false
  var sent: [String] = []
}

/// Sends drafts.
private func composer() -> Acting<Draft, Draft.Action> {
  let sending = Reducer<Draft, Draft.Action> { state, _ in
    state.sent.append(state.draft)
    state.draft = ""
  }
  return Acting(
    sending,
    hooks: { store in
      let isLong = store.changes(of: \.draft).map { $0.count > 5 }
      Hook("isLong", isLong.removeDuplicates()) { store.isLong = $0 }
    })
}

/// A test store whose fields the test writes, as in Eazy's tests.
@MainActor @Suite struct EazyTestStoreTests {
  @Test
  func `Eazy, TestStore: a field is written, which says so, and an action is sent`() async throws {
    let store = TestStore(state: Draft(), interactor: composer())
    store.draft = "Hello"
    try store.send(.send) {
      $0.sent = ["Hello"]
      $0.draft = ""
    }
    try await store.finish()
    #expect(store.transitions.map(\.draft) == ["Hello", ""])
    #expect(store.actions == [.send])
  }

  @Test func `Eazy, TestStore: a test has yet to state what a hook makes of a written field`()
    async throws
  {
    let store = TestStore(Draft(), composer())
    store.draft = "Hello everybody"
    #expect(store.hooks == ["isLong"])
    try await store.change { $0.isLong = true }
    store.draft += "!"
    store.sent.append("Before")
    #expect(store.state == .init(draft: "Hello everybody!", isLong: true, sent: ["Before"]))
    store.draft = ""
    withKnownIssue { try store.send(.send) }
  }

  @Test func `Eazy, TestStore: a write without a change is no step`() async throws {
    try await withTestStore(Draft(), composer()) { store in
      store.draft = ""
      store.isLong = false
    }
  }

  @Test func `an observer that writes when a test does has written by itself`() async throws {
    let store = TestStore(Draft(), composer())
    let updater = Updater()
    updater.onTransition(store.store.property(\.draft)) { old, _ in
      if old != nil { store.store.bound(\.sent).value = ["seen"] }
    }
    store.draft = "Hi"
    try await store.change { $0.sent = ["seen"] }
    try await store.finish()
  }
}
