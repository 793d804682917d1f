import Foundation
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

/// The page ProgramsToCopy: each test has a program from its first line to its last.
@MainActor @Suite(.statedResults()) struct ProgramsToCopyPage {
  @Test func `a program undoes the edits of a cart`() throws {
    struct Item: Equatable {
      let name: String
      let price: Int
      var count = 1
    }

    struct Missing: Error {}

    final class Cart {
      let items = StoredProperty<[Item]>([])
      let discount = StoredProperty(0)
      let total: Property<Int>
      let canUndo: Property<Bool>
      let canRedo: Property<Bool>
      private let done = StoredProperty<[Contents]>([])
      private let undone = StoredProperty<[Contents]>([])

      private struct Contents: Equatable {
        let items: [Item]
        let discount: Int
      }

      private var contents: Contents {
        get { Contents(items: items.value, discount: discount.value) }
        set { (items.value, discount.value) = (newValue.items, newValue.discount) }
      }

      init() {
        total = DerivedProperty(items, discount) { items, discount in
          items.reduce(0) { $0 + $1.price * $1.count } - discount
        }
        canUndo = done.map { !$0.isEmpty }
        canRedo = undone.map { !$0.isEmpty }
      }

      func add(_ item: Item) { edit { items.value.append(item) } }

      func setCount(of name: String, to count: Int) throws {
        try edit {
          discount.value = count >= 10 ? 5 : 0
          guard let index = items.value.firstIndex(where: { $0.name == name }) else {
            throw Missing()
          }
          items.value[index].count = count
        }
      }

      func undo() { restore(from: done, keepingIn: undone) }
      func redo() { restore(from: undone, keepingIn: done) }

      private func restore(
        from steps: StoredProperty<[Contents]>, keepingIn others: StoredProperty<[Contents]>
      ) {
        batch {
          guard let step = steps.value.popLast() else { return }
          others.value.append(contents)
          contents = step
        }
      }

      /// Makes all writes of `change` one step; if it throws, nothing has happened.
      private func edit(_ change: () throws -> Void) rethrows {
        try transaction {
          let before = contents
          try change()
          if contents == before { return }  // no step
          done.value.append(before)
          undone.value = []
        }
      }
    }

    let cart = Cart()
    let updater = Updater()
    updater.keepUpToDate { print("total:", cart.total.value) }  // prints "total: 0"
    updater.keepUpToDate { print("can undo:", cart.canUndo.value) }  // prints "can undo: false"
    cart.add(Item(name: "tea", price: 4))  // prints "total: 4", then "can undo: true"
    try cart.setCount(of: "tea", to: 10)  // prints "total: 35"
    try cart.setCount(of: "tea", to: 10)  // prints nothing, and is no step
    try? cart.setCount(of: "milk", to: 20)  // prints nothing: it is undone
    cart.undo()  // prints "total: 4"
    cart.undo()  // prints "total: 0", then "can undo: false"
    cart.redo()  // prints "total: 4", then "can undo: true"
    print(cart.canRedo.value)  // true
  }

  @Test func `a program searches with a scope`() async throws {
    nonisolated struct Offline: Error {}

    nonisolated struct Server {
      func find(_ text: String) async throws -> [String] {
        print("asked for", text)
        if text == "milk" { throw Offline() }
        return ["tea", "teapot", "milk"].filter { $0.hasPrefix(text) }
      }
    }

    nonisolated enum Search {
      static let server = Server()
      static let text = Atom("")
      static let found = Resource { get in
        try await get(text).isEmpty ? [] : server.find(get(text))
      }.debounced(for: .milliseconds(300))
      static let line = Computed { get in
        let text = get(text)
        let found = get(found)  // for an empty text, too
        if text.isEmpty { return "type a word" }
        if found.isLoading { return "\(text): searching" }
        if let error = found.error { return "\(text): \(error)" }
        return "\(text): \(found.value?.joined(separator: ", ") ?? "")"
      }
    }

    let clock = ManualClock()  // an app leaves it out: `Scope()` uses the system's clock
    let scope = Scope(clock: clock)
    let updater = Updater()
    updater.keepUpToDate { print(scope[Search.line]) }  // prints "type a word"
    _ = try await scope.value(of: Search.found)  // prints nothing: the first load asks nobody
    scope[Search.text] = "te"  // prints "te: searching"
    scope[Search.text] = "tea"  // prints "tea: searching"
    clock.advance(by: .milliseconds(300))
    _ = try await scope.value(of: Search.found)  // prints "asked for tea", then "tea: tea, teapot"
    scope[Search.text] = "milk"  // prints "milk: searching"
    clock.advance(by: .milliseconds(300))
    _ = try? await scope.value(of: Search.found)  // prints "asked for milk", then "milk: Offline()"
    scope[Search.text] = "rye"  // prints "rye: searching"
    scope[Search.text] = ""  // prints "type a word"
    clock.advance(by: .seconds(1))
    _ = try await scope.value(of: Search.found)  // prints nothing: nobody is asked for "rye"
  }

  @Test func `a program searches with a store`() async {
    nonisolated struct Offline: Error {}

    nonisolated struct Server {
      func find(_ text: String) async throws -> [String] {
        print("asked for", text)
        if text == "milk" { throw Offline() }
        return ["tea", "teapot", "milk"].filter { $0.hasPrefix(text) }
      }
    }

    nonisolated struct Search: Interactor {
      struct State: Equatable {
        var text = ""
        var found = Loadable<[String]>.value([])

        var line: String {
          let answer = found.error.map { "\($0)" } ?? found.value?.joined(separator: ", ")
          return text.isEmpty ? "type a word" : "\(text): \(answer ?? "searching")"
        }
      }

      enum Action {
        case textChanged(String)
        case cleared
      }

      let server: Server

      func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .textChanged(let text): state = State(text: text, found: .loading)
        case .cleared: state = State()
        }
      }

      nonisolated(nonsending) func perform(_ action: Action, _ store: Context) async {
        if case .textChanged(let text) = action {
          store.found = await Loadable { try await server.find(text) }
        }
      }

      func policy(for action: Action) -> EffectPolicy {
        switch action {
        case .textChanged: .debounced("search", for: .milliseconds(300))
        case .cleared: .cancels("search")
        }
      }
    }

    let clock = ManualClock()  // an app leaves it out: the store uses the system's clock
    let store = Store(Search.State(), Search(server: Server()), clock: clock)
    let updater = Updater()
    updater.keepUpToDate { print(store.line) }  // prints "type a word"
    store.send(.textChanged("te"))  // prints "te: searching"
    let tea = store.send(.textChanged("tea"))  // prints "tea: searching"
    clock.advance(by: .milliseconds(300))
    await tea.finish()  // prints "asked for tea", then "tea: tea, teapot"
    let milk = store.send(.textChanged("milk"))  // prints "milk: searching"
    clock.advance(by: .milliseconds(300))
    await milk.finish()  // prints "asked for milk", then "milk: Offline()"
    store.send(.textChanged("rye"))  // prints "rye: searching"
    store.send(.cleared)  // prints "type a word"
    clock.advance(by: .seconds(1))  // prints nothing: the search is cancelled
  }

  @Test func `a program shows a dashboard of a live list`() {
    nonisolated struct Machine: Identifiable, Equatable {
      let id: String
      let region: String
      var load: Int
      var isUp = true
    }

    let machines = StoredCollection([
      Machine(id: "a", region: "east", load: 20), Machine(id: "b", region: "west", load: 70),
      Machine(id: "c", region: "east", load: 90), Machine(id: "d", region: "west", load: 50),
    ])
    let limit = StoredProperty(40)
    let shown = StoredProperty(0..<2)

    let up = machines.filter { $0.isUp }
    let busy = up.filter { $0.load > limit.value }.sorted { $0.load > $1.load }
    let top = busy.window(shown).map { "\($0.id) \($0.load)" }
    let loads = up.sum {
      $0.load
    } by: {
      $0.region
    }
    let means = up.grouped { $0.region }.joined(with: loads, on: { $0.key }) { group, load in
      "\(group.key) \(load / group.elements.count)"
    }
    let down = machines.filter { !$0.isUp }.count()

    let updater = Updater()
    updater.keepUpToDate { print("top:", top.value) }  // prints top: ["c 90", "b 70"]
    updater.keepUpToDate { print("mean:", means.value) }  // prints mean: ["east 55", "west 60"]
    updater.keepUpToDate { print("down:", down.value) }  // prints "down: 0"
    machines.update("d") { $0.load = 60 }  // prints mean: ["east 55", "west 65"]
    batch {
      machines.update("c") { $0.isUp = false }
      machines.append(Machine(id: "e", region: "north", load: 95))
    }  // prints top: ["e 95", "b 70"], then mean: ["east 20", "west 65", "north 95"], then down: 1
    limit.value = 94  // prints top: ["e 95"]
    limit.value = 10  // prints top: ["e 95", "b 70"]
    shown.value = 2..<4  // prints top: ["d 60", "a 20"]
  }

  @Test func `a program saves and migrates a wizard`() async throws {
    nonisolated struct Draft: Equatable, Codable, Sendable {
      var page = 1
      var firstName = ""
      var lastName = ""
      var email = ""
    }

    nonisolated struct DraftV1: Equatable, Codable, Sendable {  // what version 1 saved
      var page = 1
      var name = ""

      var migrated: Draft {
        let names = name.split(separator: " ").map(String.init)
        let lastName = names.dropFirst().joined(separator: " ")
        return Draft(page: page, firstName: names.first ?? "", lastName: lastName)
      }
    }

    nonisolated enum Wizard {
      static let folder = URL.temporaryDirectory.appending(component: "wizard-\(UUID())")
      static let draft = Atom(Draft()).persisted(
        key: "draft", in: FileStorage(folder: folder), version: 2,
        migrating: [1: Migration { (old: DraftV1) in old.migrated }])
      static let problem = Computed<String?> { get in
        let draft = get(draft)
        switch draft.page {
        case 1: return draft.firstName.isEmpty ? "no name" : nil
        case 2: return draft.email.contains("@") ? nil : "no address"
        default: return nil
        }
      }
    }

    nonisolated enum WizardV1 {
      static let draft = Atom(DraftV1()).persisted(
        key: "draft", in: FileStorage(folder: Wizard.folder))
    }

    let old = Scope()  // last year's program: its user left on page 2
    old[WizardV1.draft] = DraftV1(page: 2, name: "Ada Lovelace")
    try await old.saved()

    let scope = Scope()
    let updater = Updater()
    print(scope[Wizard.draft].page, scope[Wizard.draft].lastName)  // 2 Lovelace
    updater.keepUpToDate { print(scope[Wizard.problem] ?? "go on") }  // prints "no address"
    scope[Wizard.draft].email = "ada@example.org"  // prints "go on"
    if scope[Wizard.problem] == nil { scope[Wizard.draft].page += 1 }
    try await scope.saved()  // throws if it could not be saved

    let next = Scope()  // as at the next start
    print(next[Wizard.draft].page, next[Wizard.draft].email)  // 3 ada@example.org
    next.reset(Wizard.draft)  // sent: the next user begins anew
    try await next.saved()
    print(Scope()[Wizard.draft].page)  // 1
    try FileManager.default.removeItem(at: Wizard.folder)
  }

  @Test func `a program takes a refused like back`() async {
    struct Refused: Error {}

    actor Server {
      private var likes = 10
      private var isOpen = true

      func close() { isOpen = false }

      func like() throws -> Int {
        guard isOpen else { throw Refused() }
        likes += 2  // somebody else has liked the post, too
        return likes
      }
    }

    @MainActor final class Post {
      let confirmed = StoredProperty(10)
      let likes: TentativeProperty<Int>
      private let server: Server

      init(_ server: Server) {
        self.server = server
        likes = TentativeProperty(confirmed)
      }

      func like() async {
        let mine = likes.apply { $0 + 1 }  // shown at once
        do {
          let count = try await server.like()
          mine.confirm { confirmed.value = count }
        } catch {
          mine.fail()
          print("not liked:", error)
        }
      }
    }

    let server = Server()
    let post = Post(server)
    let updater = Updater()
    updater.keepUpToDate { print(post.likes.value, "likes") }  // prints "10 likes"
    await post.like()  // prints "11 likes", then "12 likes"
    await server.close()
    await post.like()  // prints "13 likes", then "12 likes", then "not liked: Refused()"
  }
}
