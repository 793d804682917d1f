import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Broken: Error, Equatable {}

private enum Base {
  static let number = Atom(0)
  static let checked = Resource { get in
    if get(number) < 0 { throw Broken() }
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

  nonisolated(nonsending) func load(_ get: LoadReader) async throws -> Int { throw Broken() }
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

/// The claims about states and tests in the README of RecoilSwift, besides its examples.
@MainActor @Suite struct RecoilReadmeTableTests {
  // A new scope for each test takes the place of `purge`.
  private let scope = Scope()

  @Test func `Recoil, View Render Test: a view renders each new value once`() {
    let text = Atom("rawValue")
    let view = RenderProbe(scope) { $0[text] }
    scope[text] = "newValue"
    scope[text] = "newValue"
    #expect(view.frames == ["rawValue", "newValue"])
  }

  @Test func `a status covers all inputs of a definition`() async {
    let scope = Scope { $0.stub(Feed.quick, throwing: Broken()) }
    let status = RenderProbe(scope) { scope in
      let status = scope.status(of: Feed.sum)
      return "\(status.isLoading) \(status.errors.contains { $0 is Broken })"
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
    #expect(view.frames == [.value(1), .failed(Broken(), previous: 1), .value(3)])
  }

  @Test func `Recoil, a publisher is a sequence: each element, or the failure to bring one`() async
  {
    let view = RenderProbe(scope) { $0[Streams.three].value }
    let empty = RenderProbe(scope) { $0[Streams.none].error as? LoadError == .endedWithoutValue }
    await scope.settle()
    #expect(view.frames == [nil, 1, 2, 3])
    #expect(empty.frames == [false, true])
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
    #expect(scope[Lists.first(4)] == 400)
    #expect(scope[Post(id: 3)] == .value(30))
  }
}
