import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct CartItem: Equatable {
  var name: String
  var count: Int
}

private enum Cart {
  static let items = Atom<[CartItem]>([])
  static let badge = Computed<String?> { get in
    let n = get(items).reduce(0) { $0 + $1.count }
    return n == 0 ? nil : n < 10 ? "\(n)" : "9+"
  }
}

private struct AllItems: AtomNode {
  func initial() -> [CartItem] { [] }
}

private struct Badge: ComputedNode {
  func compute(_ get: Reader) -> String? {
    let n = get(AllItems()).reduce(0) { $0 + $1.count }
    return n < 10 ? "\(n)" : "9+"
  }
}

private func fetchAllData() async throws -> [String: String] {
  await slowly(["a": "Atoms", "b": "Bonds"])
}

private enum Remote {
  static let dataByID = Family { (id: String) in
    Resource { get in
      guard let text = try await fetchAllData()[id] else { throw Refused() }
      return text
    }
  }
}

private enum Names {
  static let all = Atom(["", "Ella", "Chris", "", "Paul"])
  static let chosen = Atom<[String]?>(nil)
  static let filtered = WritableComputed(
    get: { get in get(chosen) ?? get(all).filter { !$0.isEmpty } },
    set: { scope, names in scope[chosen] = names })
}

private enum TimesTen {
  static let up = Resource { get in 2 }
  static let it = Resource { get in try await get(up) * 10 }
}

private enum Base {
  static let number = Atom(0)
  static let checked = Resource { get in
    if get(number) < 0 { throw Refused() }
    return get(number)
  }
  static let seen = Resource { get in try get(checked).get() + 1 }
  static let started = Resource { _ in await slowly(7) }
  static let waiting = Resource { get in
    let isLoading = get.loadable(started).isLoading
    return "\(isLoading) \(get.peek(number))"
  }
}

private enum Streams {
  static let three = Resource(elementsOf: { _ in
    AsyncStream<Int> { stream in
      for number in 1...3 { stream.yield(number) }
      stream.finish()
    }
  })
  static let none = Resource(elementsOf: { _ in AsyncStream<Int> { $0.finish() } })
}

private enum Lists {
  static let all = Family { (id: Int) in Atom([id]) }
  static let first = Family { (id: Int) in
    WritableComputed(
      get: { get in get(all(id)).first }, set: { scope, new in scope[all(id)] = [new ?? 0] })
  }
}

private struct FirstOf: WritableComputedNode {
  let id: Int

  func compute(_ get: Reader) -> Int? { get(Lists.all(id)).first }

  func set(_ value: Int?, in scope: Scope) { scope[Lists.all(id)] = [value ?? 0] }
}

private struct Post: ResourceNode {
  let id: Int

  func load(_ get: LoadReader) async throws -> Int { throw Refused() }
}

private struct Person: Equatable, Sendable {
  var name = "Ann"
  var age = 30
}

private let person = Atom(Person())

private enum Feed {
  static let gate = Gate<Int>()
  static let slow = Resource { get in try await gate.value() }
  static let quick = Resource { get in 1 }
  static let sum = Resource { get in try get(slow).get() + get(quick).get() }
}

private enum BookList {
  static let service = Gate<[String]>()
  static let current = Resource { get in try await service.value() }
}

/// A view controller without a framework.
private final class BooksController {
  private(set) var shown: [String] = []
  private let updater = Updater()
  private let scope: Scope

  init(_ scope: Scope) { self.scope = scope }

  func viewDidLoad() { updater.keepUpToDate(self) { $0.refresh() } }

  private func refresh() {
    let books = scope[BookList.current]
    let text = books.error.map { "\($0)" } ?? books.value?.joined(separator: ", ") ?? ""
    shown.append(books.isLoading ? "..." : text)
  }
}

/// The examples and the claims in the README of RecoilSwift, in terms of scopes.
///
/// A new scope for each test takes the place of `purge`.
@MainActor @Suite struct RecoilReadmeTests {
  private let scope = Scope()

  @Test func `Recoil, Creating and Using State: an atom and a selector as functions`() {
    let view = RenderProbe(scope) { $0[Cart.badge] }
    scope[Cart.items].append(CartItem(name: "tea", count: 3))
    scope[Cart.items].append(CartItem(name: "milk", count: 9))
    scope[Cart.items][0].count = 5
    #expect(view.frames == [nil, "3", "9+"])
  }

  @Test func `Recoil, Creating Custom State: an atom and a selector as types`() {
    let view = RenderProbe(scope) { $0[Badge()] }
    scope[AllItems()].append(CartItem(name: "tea", count: 3))
    scope[AllItems()].append(CartItem(name: "milk", count: 9))
    #expect(view.frames == ["0", "3", "9+"])
  }

  @Test
  func `Recoil, Parameterized State: a family is loading, shows its value, or why there is none`()
    async
  {
    let view = RenderProbe(scope) { $0[Remote.dataByID("a")] }
    let broken = await scope.settledProbe { $0[Remote.dataByID("z")] }
    #expect(view.frames == [.loading, .value("Atoms")])
    #expect(broken.frames == [.loading, .failed(Refused())])
    #expect(scope[Remote.dataByID("a")].isSettled)
  }

  @Test func `Recoil, Hooks API Usage: names, filtered names, and a button that resets them`() {
    let filtered = scope.bound(Names.filtered)
    let view = RenderProbe(scope) { [$0[Names.all], filtered.value] }
    let button = scope.callback { scope in filtered.value = scope[Names.all] }
    button()
    scope.reset(Names.chosen)
    let (all, named) = (["", "Ella", "Chris", "", "Paul"], ["Ella", "Chris", "Paul"])
    #expect(view.frames == [[all, named], [all, all], [all, named]])
  }

  @Test func `Recoil, RecoilRoot: the state of an app begins as the root says, in each of several`()
  {
    let root = Scope { $0[Cart.items] = [CartItem(name: "tea", count: 1)] }
    #expect((root[Cart.badge], scope[Cart.badge]) == ("1", nil))
  }

  @Test func `Recoil, Stubbed selector test: a value and an error upstream`() async throws {
    let scope = Scope { $0.stub(TimesTen.up, 20) }
    try #expect(await scope.value(of: TimesTen.it) == 200)
    scope.stub(TimesTen.up, throwing: Refused())
    await #expect(throws: Refused()) { try await scope.value(of: TimesTen.it) }
  }

  @Test func `Recoil, View Render Test: a view renders each new value once`() {
    let text = Atom("rawValue")
    let view = RenderProbe(scope) { $0[text] }
    scope[text] = "newValue"
    scope[text] = "newValue"
    #expect(view.frames == ["rawValue", "newValue"])
  }

  @Test func `a status covers all inputs of a definition`() async {
    let scope = Scope { $0.stub(Feed.quick, throwing: Refused()) }
    let status = RenderProbe(scope) { scope in
      let status = scope.status(of: Feed.sum)
      return "\(status.isLoading) \(status.errors.contains { $0 is Refused })"
    }
    await scope.settle { Feed.gate.open(2) }
    #expect(status.frames == ["true false", "false true"])
  }

  @Test func `a callback follows nothing, and writes as one change`() {
    let view = RenderProbe(scope) { $0[person] }
    let rename = scope.callback { (scope, name: String) in
      scope[person].name = name
      scope[person].age += 1
    }
    rename("Bea")
    #expect(view.frames == [Person(), Person(name: "Bea", age: 31)])
    var runs = 0
    let updater = Updater()
    let look = scope.callback { scope in scope[person].name }
    updater.keepUpToDate {
      runs += 1
      _ = look()
    }
    rename("Cid")
    #expect(runs == 1)
  }

  @Test func `Recoil, a selector that throws is a resource that fails at once, and recovers`() {
    let view = RenderProbe(scope) { $0[Base.seen] }
    scope[Base.number] = -1
    scope[Base.number] = 2
    #expect(view.frames == [.value(1), .failed(Refused(), previous: 1), .value(3)])
  }

  @Test func `Recoil, a publisher is a sequence: each element, or the failure to bring one`() async
  {
    let view = RenderProbe(scope) { $0[Streams.three].value }
    let empty = RenderProbe(scope) { $0[Streams.none].error as? LoadError == .endedWithoutValue }
    await scope.settle()
    #expect((view.frames, empty.frames) == ([nil, 1, 2, 3], [false, true]))
  }

  @Test func `Recoil, a selector family is written, as a family and as a type`() {
    scope[Lists.first(1)] = 10
    scope[FirstOf(id: 2)] = 20
    #expect([1, 2, 3].map { scope[Lists.all($0)] } == [[10], [20], [3]])
    #expect(scope[FirstOf(id: 1)] == 10)
  }

  @Test
  func `Recoil, a reader looks at a resource without waiting, and at others without following`()
    async throws
  {
    try #expect(await scope.value(of: Base.waiting) == "true 0")
    scope[Base.number] = 5
    try #expect(await scope.value(of: Base.started) == 7)
    await scope.settle()
    try #expect(await scope.value(of: Base.waiting) == "false 5")
    scope[Base.number] = 6
    try #expect(await scope.value(of: Base.waiting) == "false 5")
  }

  @Test func `a whole family, and all values of a type, are overridden`() {
    scope.override(Lists.all) { id in Atom([id * 100]) }
    scope.override(all: Post.self) { post in Resource { get in post.id * 10 } }
    #expect((scope[Lists.first(4)], scope[Post(id: 3)]) == (400, .value(30)))
  }

  @Test func `Recoil, UIKit Usage, a complex example: loading, books, none, and an error`() async {
    let controller = BooksController(scope)
    controller.viewDidLoad()
    await scope.settle { BookList.service.open(["Dune", "Emma"]) }
    BookList.service.open([])
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    BookList.service.open(throwing: Refused())
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    #expect(controller.shown == ["...", "Dune, Emma", "...", "", "...", "Refused()"])
  }

  private enum Shop {
    static let items = Atom(["tea"], name: "items")
    static let prices = Resource(name: "prices") { get in [3] }
    static let total = Resource(name: "total \"all\"") { get in
      try get(prices).get().reduce(0, +) * get(items).count
    }
    static let badge = Computed(name: "badge") { get in get(items).count }
  }

  @Test func `Recoil, State Debugging: the graph of states as a picture that stays what it is`() {
    _ = (scope[Shop.badge], scope[Shop.total])
    let snapshot = scope.snapshot()
    scope[Shop.items].append("milk")
    #expect(
      snapshot.graph.dot == """
        digraph scope {
          rankdir=LR;
          node [shape=box, style="rounded,filled"];
          n0 [label="badge", fillcolor=lightblue];
          n1 [label="items", fillcolor=gold];
          n2 [label="prices", fillcolor=palegreen];
          n3 [label="total \\"all\\"", fillcolor=palegreen];
          n1 -> n0;
          n1 -> n3;
          n2 -> n3;
        }

        """)
    #expect(snapshot[Shop.items] == ["tea"])
  }
}
