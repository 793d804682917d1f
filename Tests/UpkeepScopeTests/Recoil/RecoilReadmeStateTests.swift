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

private struct RemoteData: ResourceNode {
  let id: String

  nonisolated(nonsending) func load(_ get: LoadReader) async throws -> String {
    guard let text = try await fetchAllData()[id] else { throw NotThere() }
    return text
  }
}

private enum Names {
  static let all = Atom(["", "Ella", "Chris", "", "Paul"])
  static let chosen = Atom<[String]?>(nil)
  static let filtered = WritableComputed(
    get: { get in get(chosen) ?? get(all).filter { !$0.isEmpty } },
    set: { scope, names in scope[chosen] = names })
}

private final class BadgeView {
  private(set) var label = "?"
  private let updater = Updater()

  init(_ scope: Scope) {
    updater.keepUpToDate { [unowned self] in label = scope[Cart.badge] ?? "" }
  }
}

private enum Temperature {
  static let fahrenheit = Atom(32)
  static let celsius = WritableComputed(
    get: { get in (get(fahrenheit) - 32) * 5 / 9 },
    set: { scope, celsius in scope[fahrenheit] = celsius * 9 / 5 + 32 })
}

private struct Celsius: WritableComputedNode {
  func compute(_ get: Reader) -> Int { (get(Temperature.fahrenheit) - 32) * 5 / 9 }

  func set(_ value: Int, in scope: Scope) {
    scope[Temperature.fahrenheit] = value * 9 / 5 + 32
  }
}

private struct Offline: Error, Equatable {}

private enum Posts {
  static let service = Gate<String>()
  static let post = Family { (id: Int) in
    Resource { get in try await service.value() + " \(id)" }
  }
  static let upper = Family { (id: Int) in
    Resource { get in try await get(post(id)).uppercased() }
  }
}

private enum TimesTen {
  static let up = Resource { get in 2 }
  static let it = Resource { get in try await get(up) * 10 }
}

private actor Session {
  let scope = Scope()

  func badge(adding count: Int) -> String? {
    scope[Cart.items].append(CartItem(name: "tea", count: count))
    return scope[Cart.badge]
  }

  func tenfold() async throws -> Int { try await scope.value(of: TimesTen.it) }
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

  @Test func `Recoil, Parameterized State: a retry loads anew`() async throws {
    let scope = Scope()
    let view = RenderProbe(scope) { $0[Remote.dataByID("a")] }
    await scope.settle()
    scope.refresh(Remote.dataByID("a"))
    try #expect(await scope.value(of: Remote.dataByID("a")) == "Atoms")
    #expect(
      view.frames == [.loading, .value("Atoms"), .loading(previous: "Atoms"), .value("Atoms")])
  }

  @Test func `Recoil, Parameterized State: a type with a parameter`() async throws {
    let scope = Scope()
    try #expect(await scope.value(of: RemoteData(id: "b")) == "Bonds")
    await #expect(throws: NotThere()) { try await scope.value(of: RemoteData(id: "z")) }
    #expect(scope[RemoteData(id: "b")].value == "Bonds")
    #expect(scope[RemoteData(id: "z")].error is NotThere)
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

  // MARK: - The shapes in which a user of RecoilSwift writes with scopes

  @Test func `Recoil, Cart badge: a label is kept up to date`() {
    let scope = Scope()
    let view = BadgeView(scope)
    #expect(view.label == "")
    scope[Cart.items].append(CartItem(name: "tea", count: 9))
    #expect(view.label == "9")
    scope[Cart.items].append(CartItem(name: "tea", count: 1))
    #expect(view.label == "9+")
  }

  @Test func `Recoil, Two-way: a value that follows from another one is written through`() {
    let scope = Scope()
    let view = RenderProbe(scope) { "\($0[Temperature.fahrenheit]) \($0[Temperature.celsius])" }
    scope[Temperature.celsius] = 100
    scope[Temperature.fahrenheit] = 50
    #expect(view.frames == ["32 0", "212 100", "50 10"])
  }

  @Test func `Recoil, Two-way: the same as a type`() {
    let scope = Scope()
    scope[Celsius()] += 30
    #expect(scope[Temperature.fahrenheit] == 86)
    #expect(scope[Celsius()] == 30)
  }

  @Test
  func `Recoil, Parameterised remote data: the text is still there while another one is loaded`()
    async
  {
    let scope = Scope()
    var shown: [String] = []
    let updater = Updater()
    updater.keepUpToDate {
      let post = scope[Posts.upper(7)]
      if post.isLoading { shown.append("...") }
      if let error = post.error { shown.append("\(error)") }
      if let text = post.value { shown.append(text) }
    }
    Posts.service.open("post")
    await scope.settle()
    #expect(shown == ["...", "POST 7"])

    Posts.service.open(throwing: Offline())
    scope.refresh(Posts.post(7))
    _ = try? await scope.value(of: Posts.post(7))
    await scope.settle()
    #expect(shown == ["...", "POST 7", "...", "POST 7", "Offline()", "POST 7"])

    Posts.service.open("POST")
    scope.refresh(Posts.post(7))
    await scope.settle()
    #expect(scope[Posts.upper(7)] == .value("POST 7"))
  }

  @Test func `Recoil, Stubbed selector test: a value and an error upstream`() async throws {
    let scope = Scope { $0.stub(TimesTen.up, 20) }
    try #expect(await scope.value(of: TimesTen.it) == 200)
    scope.stub(TimesTen.up, throwing: Offline())
    await #expect(throws: Offline()) { try await scope.value(of: TimesTen.it) }
  }

  @Test func `Recoil, Server: the same definitions in an actor`() async throws {
    let (one, other) = (Session(), Session())
    #expect(await one.badge(adding: 3) == "3")
    #expect(await one.badge(adding: 7) == "9+")
    #expect(await other.badge(adding: 1) == "1")
    try #expect(await other.tenfold() == 20)
  }
}
