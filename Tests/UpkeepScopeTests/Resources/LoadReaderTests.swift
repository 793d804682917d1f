import Testing
import UpkeepScope
import UpkeepTestKit

/// Without a type annotation, a read means the value in a closure that waits, and the `Loadable` in
/// any other closure.
@MainActor @Suite struct LoadReaderTests {
  private let scope = Scope()

  private enum Natural {
    static let number = Atom(2)
    static let double = Computed { get in get(number) * 2 }
    static let other = Resource { get in await slowly(get(double)) }
    static let same = Resource { get in try await get(other) }
    static let block = Resource { get in
      let first = try await get(other)
      let second = try await get(same)
      return first + second + get(number)
    }
    static let known = Resource { get async in get.loadable(other) }
    static let looked = Resource { get in try get.loadable(other).get() }
    static let read = Resource { get in try get(other).get() }
    static let seen = Computed { get in get(other) }
    static let members = Family { (id: Int) in Resource { get in try await get(other) + id } }
    static let each = Resource(elementsOf: { get in
      let count = try await get(other)
      return AsyncStream<Int> { stream in
        for number in 1...count { stream.yield(number) }
        stream.finish()
      }
    })
  }

  /// The long form of a resource.
  private struct Page: ResourceNode {
    let id: Int

    func load(_ get: LoadReader) async throws -> Int {
      MainActor.preconditionIsolated()
      return try await get(Natural.other) + id
    }
  }

  @Test
  func `a resource that waits for another one has its value, whatever is written about types`()
    async throws
  {
    for (resource, value) in [(Natural.same, 4), (Natural.block, 10), (Natural.members(1), 5)] {
      #expect(try await scope.value(of: resource) == value)
    }
    #expect(try await scope.value(of: Page(id: 1)) == 5)
    let probe = await scope.settledProbe { $0[Natural.each].value }
    #expect(probe.frames.last == 4)
  }

  @Test func `a reader that does not wait for a resource gets its Loadable`() async throws {
    #expect(type(of: Natural.known) == Resource<Loadable<Int>>.self)
    func values() -> [Loadable<Int>] {
      [scope[Natural.looked], scope[Natural.read], scope[Natural.seen]]
    }
    #expect(values() == [.loading, .loading, .loading])
    await scope.settle()
    #expect(values() == [.value(4), .value(4), .value(4)])
  }

  @Test func `a function of computed values reads for a load, which follows it`() async throws {
    let number = Atom(2)
    @Sendable func total(_ get: Reader) -> Int { get(number) * 10 }
    let computed = Computed { get in total(get) }
    let loaded = Resource { get in await slowly(total(get.reader)) }
    let probe = await scope.settledProbe { $0[loaded].value }
    await scope.settle { scope[number] = 3 }
    #expect((scope[computed], probe.frames.last) == (30, 30))
  }
}
