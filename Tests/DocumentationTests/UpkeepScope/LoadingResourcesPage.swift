import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private nonisolated func fetchPost(_ id: Int) async throws -> String {
  await Task.yield()
  return "post \(id)"
}

private nonisolated func search(_ text: String) async throws -> [String] { [text] }

private nonisolated struct Ticker {
  func prices(of name: String) -> AsyncStream<Int> {
    AsyncStream { stream in
      stream.yield(name.count)
      stream.finish()
    }
  }
}

private nonisolated let ticker = Ticker()
private nonisolated let name = Atom("UPK")
private nonisolated let text = Atom("")
private nonisolated let width = Resource { get in 3 }
private nonisolated let height = Resource { get in 4 }

private nonisolated enum Posts {
  static let post = Family { (id: Int) in Resource { get in try await fetchPost(id) } }
  static let loud = Family { (id: Int) in
    Resource { get in try await get(post(id)).uppercased() }  // waits for the other
  }
}

private nonisolated enum Kinds {
  static let area = Resource { get in try get(width).get() * get(height).get() }
  static let price = Resource(elementsOf: { get in ticker.prices(of: get(name)) })
  static let found = Resource { get in try await search(get(text)) }
    .debounced(for: .milliseconds(300)).timeout(.seconds(10))
}

/// The page LoadingResources.
@MainActor @Suite(.statedResults()) struct LoadingResourcesPage {
  @Test func `the code about resources and loadables gives its stated results`() async throws {
    var log: [String] = []
    func spinner() { log.append("...") }
    func show(_ text: String) { log.append(text) }
    func show(_ error: any Error, retry: () -> Void) { log.append("\(error)") }
    let (scope, updater) = (Scope(), Updater())
    updater.keepUpToDate {
      let post = scope[Posts.loud(7)]  // begins to load
      if post.isLoading { spinner() }
      if let text = post.value { show(text) }  // stays while it is loaded anew
      if let error = post.error { show(error, retry: { scope.refresh(Posts.post(7)) }) }
    }

    await scope.settle()
    #expect(log == ["...", "POST 7"])
    let text = try await scope.value(of: Posts.post(7))
    print(text)  // post 7
    scope.refresh(Posts.post(7))  // loads anew
    scope[Posts.post(7)] = .value("edited")  // shown at once; the load is superseded
    print(scope.status(of: Posts.loud(7)).isLoading)  // true
    await scope.settle()
    print(scope[Posts.loud(7)].value ?? "...")  // EDITED

    let (a, b) = (Loadable.value(1), Loadable.value("one"))
    let (c, d) = (Loadable<Int>.loading, Loadable<Int>.failed(CancellationError()))
    print(Loadable.all(a, b).value ?? (0, ""))  // (1, "one")
    print(Loadable.any([c, a]).value ?? 0)  // 1
    print(Loadable.settled([a, d]).value?.count ?? 0)  // 2
  }

  @Test func `resources of other kinds have the stated values`() async throws {
    // By a clock of its own: one of them gives up after ten seconds, which a busy machine may take.
    let scope = Scope(clock: ManualClock())
    #expect(scope[Kinds.area] == .value(12))
    try #expect(await scope.value(of: Kinds.price) == 3)
    try #expect(await scope.value(of: Kinds.found) == [""])
  }
}
