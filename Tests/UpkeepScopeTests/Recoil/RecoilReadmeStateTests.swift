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

private let articles = ["a": "Atoms", "b": "Bonds"]

private func fetchAllData() async throws -> [String: String] {
  await Task.yield()
  return articles
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
    let broken = RenderProbe(scope) { $0[Remote.dataByID("z")] }
    await scope.settle()
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
