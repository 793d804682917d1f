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

private struct NotThere: Error, Equatable {}

private func fetchAllData() async throws -> [String: String] {
  await slowly(["a": "Atoms", "b": "Bonds"])
}

private enum Remote {
  static let dataByID = Family { (id: String) in
    Resource { get in
      guard let text = try await fetchAllData()[id] else { throw NotThere() }
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

private struct Offline: Error, Equatable {}

private enum TimesTen {
  static let up = Resource { get in 2 }
  static let it = Resource { get in try await get(up) * 10 }
}

/// The examples of state in the README of RecoilSwift, in terms of scopes.
@MainActor @Suite struct RecoilReadmeStateTests {
  @Test func `Recoil, Creating and Using State: an atom and a selector as functions`() {
    let scope = Scope()
    let view = RenderProbe(scope) { $0[Cart.badge] }
    scope[Cart.items].append(CartItem(name: "tea", count: 3))
    scope[Cart.items].append(CartItem(name: "milk", count: 9))
    scope[Cart.items][0].count = 5
    #expect(view.frames == [nil, "3", "9+"])
  }

  @Test func `Recoil, Creating Custom State: an atom and a selector as types`() {
    let scope = Scope()
    let view = RenderProbe(scope) { $0[Badge()] }
    scope[AllItems()].append(CartItem(name: "tea", count: 3))
    scope[AllItems()].append(CartItem(name: "milk", count: 9))
    #expect(view.frames == ["0", "3", "9+"])
  }

  @Test
  func `Recoil, Parameterized State: a family is loading, shows its value, or why there is none`()
    async
  {
    let scope = Scope()
    let view = RenderProbe(scope) { $0[Remote.dataByID("a")] }
    let broken = await scope.settledProbe { $0[Remote.dataByID("z")] }
    #expect(view.frames == [.loading, .value("Atoms")])
    #expect(broken.frames == [.loading, .failed(NotThere())])
    #expect(scope[Remote.dataByID("a")].isSettled)
  }

  @Test func `Recoil, Hooks API Usage: names, filtered names, and a button that resets them`()
    throws
  {
    let scope = Scope()
    let filtered = scope.bound(Names.filtered)
    let view = RenderProbe(scope) { scope in
      """
      Original names: \(scope[Names.all].joined(separator: ","))
      Filtered names: \(filtered.value.joined(separator: ","))
      """
    }
    let button = scope.callback { scope in filtered.value = scope[Names.all] }
    button()
    scope.reset(Names.chosen)
    let all = "Original names: ,Ella,Chris,,Paul\n"
    #expect(
      view.frames == [
        all + "Filtered names: Ella,Chris,Paul", all + "Filtered names: ,Ella,Chris,,Paul",
        all + "Filtered names: Ella,Chris,Paul",
      ])
  }

  @Test func `Recoil, RecoilRoot: the state of an app begins as the root says, in each of several`()
  {
    let root = Scope { $0[Cart.items] = [CartItem(name: "tea", count: 1)] }
    let other = Scope()
    #expect(root[Cart.badge] == "1")
    #expect(other[Cart.badge] == nil)
  }

  @Test func `Recoil, Stubbed selector test: a value and an error upstream`() async throws {
    let scope = Scope { $0.stub(TimesTen.up, 20) }
    try #expect(await scope.value(of: TimesTen.it) == 200)
    scope.stub(TimesTen.up, throwing: Offline())
    await #expect(throws: Offline()) { try await scope.value(of: TimesTen.it) }
  }
}

private struct Unreachable: Error {}

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

/// The examples of UIKit and of the state graph in the README of RecoilSwift, on plain objects.
@MainActor @Suite struct RecoilReadmeUIKitTests {
  @Test func `Recoil, UIKit Usage, a complex example: loading, books, none, and an error`() async {
    let scope = Scope()
    let controller = BooksController(scope)
    controller.viewDidLoad()
    await scope.settle { BookList.service.open(["Dune", "Emma"]) }
    BookList.service.open([])
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    BookList.service.open(throwing: Unreachable())
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    #expect(controller.shown == ["...", "Dune, Emma", "...", "", "...", "Unreachable()"])
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
    let scope = Scope()
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
