import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct MyState: AtomNode {
  func initial() -> String { "Hello" }
}

private struct Unreachable: Error {}

private enum BookList {
  static let service = Gate<[String]>()
  static let current = Resource { get in try await service.value() }
}

private struct View: Equatable {
  var isHidden = true
  var text = ""
}

/// A view controller without a framework.
private final class SimpleController {
  private(set) var label = ""
  private let updater = Updater()
  private let scope: Scope

  init(_ scope: Scope) { self.scope = scope }

  func viewDidLoad() { updater.keepUpToDate(self) { $0.refresh() } }

  private func refresh() { label = scope[MyState()] }
}

private final class BooksController {
  private(set) var books: [String] = []
  private(set) var isSpinning = false
  private(set) var tableView = View()
  private(set) var emptyLabel = View()
  private(set) var errorLabel = View()
  private(set) var refreshes = 0
  private let updater = Updater()
  private let scope: Scope

  init(_ scope: Scope) { self.scope = scope }

  func viewDidLoad() { updater.keepUpToDate(self) { $0.refresh() } }

  private func refresh() {
    refreshes += 1
    let loader = scope[BookList.current]
    isSpinning = loader.isLoading
    errorLabel = View(isHidden: loader.error == nil, text: loader.error.map { "\($0)" } ?? "")
    tableView.isHidden = loader.error != nil || loader.value?.isEmpty != false
    emptyLabel.isHidden = loader.error != nil || loader.value?.isEmpty != true
    if let books = loader.value { self.books = books }
  }
}

/// The examples of UIKit and of the state graph in the README of RecoilSwift, on plain objects.
@MainActor @Suite struct RecoilReadmeUIKitTests {
  @Test func `Recoil, UIKit Usage: refresh is called whenever the state has changed`() {
    let scope = Scope()
    let controller = SimpleController(scope)
    controller.viewDidLoad()
    #expect(controller.label == "Hello")
    scope[MyState()] = "Good morning"
    #expect(controller.label == "Good morning")
  }

  @Test func `Recoil, UIKit Usage, a complex example: loading, books, none, and an error`() async {
    let scope = Scope()
    let controller = BooksController(scope)
    controller.viewDidLoad()
    #expect(controller.isSpinning)
    #expect(controller.tableView.isHidden)

    BookList.service.open(["Dune", "Emma"])
    await scope.settle()
    #expect(!controller.isSpinning)
    #expect(!controller.tableView.isHidden)
    #expect(controller.books == ["Dune", "Emma"])

    BookList.service.open([])
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    #expect(controller.tableView.isHidden)
    #expect(!controller.emptyLabel.isHidden)

    BookList.service.open(throwing: Unreachable())
    scope.refresh(BookList.current)
    _ = try? await scope.value(of: BookList.current)
    #expect(controller.errorLabel == View(isHidden: false, text: "Unreachable()"))
    #expect(controller.emptyLabel.isHidden)
    #expect(controller.refreshes == 6)
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

  @Test func `Recoil, State Debugging: a picture taken anew shows what is live by then`() {
    let scope = Scope()
    let names = RenderProbe(scope) { scope in
      _ = scope[Shop.items]
      return scope.snapshot().graph.nodes.map(\.name)
    }
    _ = scope[Shop.badge]
    scope[Shop.items].append("milk")
    #expect(names.frames == [["items"], ["badge", "items"]])
  }
}
