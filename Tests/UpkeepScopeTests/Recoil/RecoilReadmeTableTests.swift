import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Broken: Error, Equatable {}

private enum Base {
  static let number = Atom(0)
  static let twelve = Computed { get in get(number) + 12 }
  static let tenfold = Computed { get in get(twelve) * 10 }
  static let checked = Resource { get in
    if get(number) < 0 { throw Broken() }
    return get(number)
  }
  static let seen = Resource { get in try get(checked).get() + 1 }
  static let started = Resource { get -> Int in
    await Task.yield()
    return 7
  }
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

private enum Cycle {
  static let a: Resource<Int> = Resource(name: "a") { get in try await get(b) }
  static let b: Resource<Int> = Resource(name: "b") { get in try await get(a) }
}

/// The claims of the table "Moving from RecoilSwift and Recoil" of the README, beside the examples.
@MainActor @Suite struct RecoilReadmeTableTests {
  private let scope = Scope()

  @Test func `Recoil, Basic Concepts: a change goes through all that follows`() {
    #expect(scope[Base.tenfold] == 120)
    scope[Base.number] = 3
    #expect(scope[Base.tenfold] == 150)
  }

  @Test func `Recoil, Basic Concepts: an atom follows from nothing`() {
    let writes = RenderProbe(scope) { $0[Base.number] }
    scope[Base.number] = 1
    _ = scope[Base.tenfold]
    let graph = scope.snapshot().graph
    #expect(
      graph.nodes.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.atom, .computed, .computed])
    #expect(graph.nodes.allSatisfy { $0.inputs.count == ($0.kind == .computed ? 1 : 0) })
    #expect(writes.frames == [0, 1])
  }

  @Test func `Recoil, a selector that throws has a Result, which fails and recovers`() {
    let checked = Computed.catching { get in
      if get(Base.number) < 0 { throw Broken() }
      return get(Base.number)
    }
    let view = RenderProbe(scope) { (try? $0[checked].get()) ?? -100 }
    scope[Base.number] = -1
    scope[Base.number] = 2
    #expect(view.frames == [0, -100, 2])
  }

  @Test func `Recoil, a selector that throws is a resource that fails at once, and recovers`() {
    let view = RenderProbe(scope) { $0[Base.seen] }
    scope[Base.number] = -1
    scope[Base.number] = 2
    #expect(view.frames == [.value(1), .failed(Broken(), previous: 1), .value(3)])
  }

  @Test func `Recoil, an asynchronous atom is written while it loads, and the write wins`() async {
    let view = RenderProbe(scope) { $0[Base.started] }
    scope[Base.started] = .value(100)
    await scope.settle()
    #expect(view.frames == [.loading, .value(100)])
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

  @Test func `Recoil, a cycle of resources has failed, with its names`() async {
    let error = await #expect(throws: CycleError.self) { try await scope.value(of: Cycle.a) }
    #expect(error?.path == ["a", "b", "a"])
  }

  @Test func `Recoil, a whole family, and all values of a type, are overridden`() {
    scope.override(Lists.all) { id in Atom([id * 100]) }
    scope.override(all: Post.self) { post in Resource { get in post.id * 10 } }
    #expect(scope[Lists.first(4)] == 400)
    #expect(scope[Post(id: 3)] == .value(30))
  }
}
