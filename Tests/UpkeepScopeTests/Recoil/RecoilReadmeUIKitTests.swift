import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

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
    BookList.service.open(["Dune", "Emma"])
    await scope.settle()
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
