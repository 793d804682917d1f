import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private nonisolated struct CartItem: Equatable { var count = 1 }

private nonisolated struct CartState {
  static let allCartItem = Atom<[CartItem]>([])
  static let numberOfProductBadge = Computed<String?> { get in
    let count = get(allCartItem).reduce(into: 0) { result, item in result += item.count }
    return count < 10 ? "\(count)" : "9+"
  }
}

private func fetchAllData() async throws -> [String: String] { ["a": "Atoms"] }

private struct AllCartItem: AtomNode {
  func initial() -> [CartItem] { [] }
}

private struct NumberOfProductBadge: ComputedNode {
  func compute(_ get: Reader) -> Int { get(AllCartItem()).reduce(0) { $0 + $1.count } }
}

private struct RemoteData: ResourceNode {
  let id: String
  func load(_ get: LoadReader) async throws -> String? { try await fetchAllData()[id] }
}

private struct AllRemoteData: ResourceNode {
  func load(_ get: LoadReader) async throws -> [String] { try await texts(of: ["a", "b"], get) }
}

private nonisolated(nonsending) func texts(
  of ids: [String], _ get: LoadReader
) async throws -> [String] {
  var texts: [String] = []
  for id in ids { texts.append(try await get(RemoteData(id: id)) ?? "none") }
  return texts
}

private func fetchTitle() async throws -> String { "loaded" }

private nonisolated enum Title {
  static let loaded = Resource { get in try await fetchTitle() }
  static let edited = Atom<String?>(nil)
  static let shown = Computed { get in
    get(edited).map { Loadable.value($0) } ?? get(loaded)
  }
}

private struct Offline: Error {}

private nonisolated func parse(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw CancellationError() }
  return number
}

private nonisolated enum Order {
  static let text = Atom("2")
  static let count = Computed.catching { get in try parse(get(text)) }
  static let price = Computed.catching { get in try get(count).get() * 3 }
  static let label = Computed { get in
    (try? get(price).get()).map { "\($0) dollars" } ?? "no price"
  }
}

/// The page MovingFromRecoil.
@MainActor @Suite(.statedResults()) struct MovingFromRecoilPage {
  @Test func `the code about a module of the main actor gives its stated results`() async throws {
    let scope = Scope()
    scope[CartState.allCartItem] = [CartItem(), CartItem(count: 2)]
    print(scope[CartState.numberOfProductBadge] ?? "none")  // 3

    scope[AllCartItem()].append(CartItem(count: 4))
    print(scope[NumberOfProductBadge()])  // 4
    print(try await scope.value(of: AllRemoteData()))  // ["Atoms", "none"]

    scope[Title.edited] = nil
    let before = scope.snapshot()
    scope[Title.loaded] = .value("a copy")
    print(scope[Title.shown].value ?? "...")  // a copy
    print(scope.snapshot() == before)  // true
    scope[Title.edited] = "mine"
    print(scope[Title.shown].value ?? "...")  // mine
    print(scope.snapshot() == before)  // false

    var title = "Cart"  // announces nothing
    let view = RenderProbe(scope) { scope in "\(title): \(scope[CartState.allCartItem].count)" }
    title = "Basket"
    view.render()
    scope[CartState.allCartItem] = [CartItem()]  // renders by itself
    print(view.frames)  // ["Cart: 2", "Basket: 2", "Basket: 1"]
  }

  @Test func `the code about errors of stubs gives its stated results`() {
    let scope = Scope()
    print(scope[Order.label])  // 6 dollars
    scope.stub(Order.count, throwing: Offline())
    print(scope[Order.label])  // no price
    if case .failure(let error) = scope[Order.price] { print(error) }  // prints "Offline()"
  }
}
