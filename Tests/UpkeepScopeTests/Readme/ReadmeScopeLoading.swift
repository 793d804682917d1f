import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private func fetchPost(_ id: Int) async throws -> String {
  await Task.yield()
  return "post \(id)"
}

private func search(_ text: String) async throws -> [String] { [text] }

private enum Posts {
  static let post = Family { (id: Int) in Resource { get in try await fetchPost(id) } }
  static let loud = Family { (id: Int) in
    Resource { get in try await get(post(id)).uppercased() }
  }
}

private enum Ticker {
  static let stream = Stream()

  struct Stream: Sendable {
    func prices(of name: String) -> AsyncStream<Int> {
      AsyncStream { stream in
        stream.yield(name.count)
        stream.finish()
      }
    }
  }
}

private let ticker = Ticker.stream
private let name = Atom("UPK")
private let text = Atom("")
private let width = Resource { get in 3 }
private let height = Resource { get in 4 }

private enum Kinds {
  static let area = Resource { get in try get(width).get() * get(height).get() }
  static let price = Resource(elementsOf: { get in ticker.prices(of: get(name)) })
  static let found = Resource { get in try await search(get(text)) }
    .debounced(for: .milliseconds(300)).timeout(.seconds(10))
}

/// What the README says of resources.
@MainActor @Suite struct ReadmeScopeLoading {
  @Test func `what comes later`() async throws {
    var log: [String] = []
    func spinner() { log.append("...") }
    func show(_ text: String) { log.append(text) }
    func show(_ error: any Error, retry: () -> Void) { log.append("\(error)") }
    let scope = Scope()
    let updater = Updater()

    updater.keepUpToDate {
      let post = scope[Posts.loud(7)]
      if post.isLoading { spinner() }
      if let text = post.value { show(text) }
      if let error = post.error { show(error, retry: { scope.refresh(Posts.post(7)) }) }
    }

    await scope.settle()
    #expect(log == ["...", "POST 7"])

    let text = try await scope.value(of: Posts.post(7))
    scope.refresh(Posts.post(7))
    scope[Posts.post(7)] = .value("edited")
    _ = scope.status(of: Posts.loud(7)).isLoading

    #expect(text == "post 7")
    #expect(scope[Posts.post(7)] == .value("edited"))
    #expect(scope.status(of: Posts.loud(7)).isLoading)
    await scope.settle()
    #expect(scope[Posts.loud(7)] == .value("EDITED"))
  }

  @Test func `resources of other kinds`() async throws {
    let scope = Scope()
    #expect(scope[Kinds.area] == .value(12))
    try #expect(await scope.value(of: Kinds.price) == 3)
    try #expect(await scope.value(of: Kinds.found) == [""])
  }

  @Test func `several loadables`() {
    let a = Loadable.value(1)
    let b = Loadable<Int>.failed(CancellationError())
    let c = Loadable<Int>.loading

    _ = Loadable.all(a, b)
    _ = Loadable.any([c, a])
    _ = Loadable.settled([a, b])

    #expect(Loadable.all(a, b).error is CancellationError)
    #expect(Loadable.any([c, a]).value == 1)
    #expect(Loadable.settled([a, b]).value?.count == 2)
  }
}
