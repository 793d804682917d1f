import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Law 10 of scopes, without loads.
@Suite(.leavesNothing) struct ScopeLawTestsCycles {
  private let scope = Scope()

  private enum Cycle {
    static let isClosed = Atom(false)
    static let base = Atom(1)
    static let a: Computed<Int> = Computed(name: "a") { get in get(isClosed) ? get(c) : get(base) }
    static let b: Computed<Int> = Computed(name: "b") { get in get(a) + 1 }
    static let c: Computed<Int> = Computed(name: "c") { get in get(b) + 1 }
  }

  private enum Results {
    static let isClosed = Atom(false)
    static let a: Resource<Int> = Resource(name: "a") { get in get(isClosed) ? try get(b).get() : 1
    }
    static let b: Resource<Int> = Resource(name: "b") { get in try get(a).get() + 1 }
  }

  private enum TwoWay {
    static let source = Atom(0)
    static let a: WritableComputed<Int> = WritableComputed(
      name: "a", get: { get in get(source) }, set: { scope, value in scope[b] = value + 1 })
    static let b: WritableComputed<Int> = WritableComputed(
      name: "b", get: { get in get(source) },
      set: { scope, value in
        scope[source] = value
        if value < 10 { scope[a] = value + 1 }
      })
  }

  @Test func `law 10: a cycle of computed values that forms later is named, and can be opened`() {
    let other = Computed { get in get(Cycle.base) * 10 }
    let probe = RenderProbe(scope) { $0[Cycle.c] }
    let others = RenderProbe(scope) { $0[other] }
    let found = cycles { scope[Cycle.isClosed] = true }
    #expect((found.count, Set(found.first ?? [])) == (1, ["a", "b", "c"]))
    #expect(found.first?.first == found.first?.last)
    #expect((cycles { scope[Cycle.base] = 2 }, others.frames) == ([], [10, 20]))
    #expect(cycles { scope[Cycle.isClosed] = false } == [])
    #expect((scope[Cycle.c], probe.frames.last) == (4, 4))
  }

  @Test func `law 10: a cycle of resources computed at once fails with names, and can be opened`() {
    let probe = RenderProbe(scope) { $0[Results.b] }
    #expect((probe.frames.last, cycles { scope[Results.isClosed] = true }) == (.value(2), []))
    let errors = [Results.a, Results.b].map { scope[$0].error as? CycleError }
    #expect(errors.map { $0?.path } == [["a", "b", "a"], ["b", "a", "b"]])
    let runs = probe.frames.count
    scope.refresh(Results.a)
    #expect(probe.frames.count == runs)
    scope[Results.isClosed] = false
    #expect((probe.frames.last, scope[Results.a]) == (.value(2), .value(1)))
  }

  private enum Caught {
    static let isClosed = Atom(true)
    static let extra = Atom(1)
    static let a = Computed<Result<Int, any Error>>.catching(name: "a") { get in
      try get(isClosed) ? get(c).get() : get(extra)
    }
    static let b: Computed<Result<Int, any Error>> = .catching(name: "b") { get in
      try get(a).get() + 1
    }
    static let c: Computed<Result<Int, any Error>> = .catching(name: "c") { get in
      try get(b).get() + get(extra)
    }
    static let reader = Computed(name: "reader") { get in (try? get(b).get()) ?? -1 }
  }

  @Test(arguments: 0..<3)
  func `law 10: each of Computed.catching fails with the path from itself, unreported`(first: Int) {
    let members = [Caught.a, Caught.b, Caught.c]
    func path(_ index: Int) -> [String]? {
      if case .failure(let error as CycleError) = scope[members[index]] { error.path } else { nil }
    }
    let reports = cycles {
      #expect(path(first)?.first == ["a", "b", "c"][first])
      let paths = [["a", "c", "b", "a"], ["b", "a", "c", "b"], ["c", "b", "a", "c"]]
      #expect((0...2).map(path) == paths)
      let probe = RenderProbe(scope) { scope in members.map { "\(scope[$0])" } }
      scope[Caught.extra] = 2
      #expect((probe.frames.count, scope[Caught.reader]) == (1, -1))
      scope[Caught.isClosed] = false
      #expect(members.map { try? scope[$0].get() } == [2, 3, 5] && scope[Caught.reader] == 3)
      scope[Caught.isClosed] = true
      #expect(path(0) == ["a", "c", "b", "a"])
    }
    #expect(reports == [])
  }

  @Test func `a failure of Computed.catching passes on, and is stubbed`() throws {
    let limit = Atom(9)
    let checked = Computed.catching { (get: Reader) throws(Refused) -> Int in
      if get(limit) > 5 { throw Refused() }
      return get(limit)
    }
    let doubled = Computed.catching { get in try get(checked).get() * 2 }
    #expect(scope[checked] == .failure(Refused()))
    #expect(throws: Refused.self) { try scope[doubled].get() }
    scope[limit] = 2
    #expect(try scope[doubled].get() == 4)
    scope.stub(checked, throwing: Refused())
    #expect(throws: Refused.self) { try scope[doubled].get() }
    scope.stub(doubled, throwing: LoadError.stillLoading)
    #expect(throws: LoadError.stillLoading) { try scope[doubled].get() }
    scope.stub(doubled, .success(7))
    #expect(try scope[doubled].get() == 7)
  }

  private enum Mixed {
    static let isClosed = Atom(false)
    static let base = Atom(1)
    static let kept: Computed<Int> = Computed(name: "kept") { get in
      get(isClosed) ? get(last) + 100 : get(base)
    }
    static let middle: Computed<Int> = Computed(name: "middle") { get in get(kept) + 10 }
    static let last: Computed<Int> = Computed(name: "last") { get in get(middle) * 2 }
  }

  @Test(arguments: 0..<3)
  func `law 10: a member without a value computes it from the kept value of another`(first: Int) {
    let members = [Mixed.kept, Mixed.middle, Mixed.last]
    #expect(scope[Mixed.kept] == 1)
    scope[Mixed.isClosed] = true
    let reports = cycles {
      _ = scope[members[first]]
      #expect(members.map { scope[$0] } == [1, 11, 22])
    }
    #expect(reports.count == 1)
    scope[Mixed.isClosed] = false
    scope[Mixed.base] = 2
    #expect(members.map { scope[$0] } == [2, 12, 24])
  }

  @Test func `law 10: definitions that write each other in a cycle are reported, and usable`() {
    #expect((cycles { scope[TwoWay.a] = 1 }, scope[TwoWay.source]) == ([["a", "b", "a"]], 2))
    #expect((cycles { scope[TwoWay.a] = 20 }, scope[TwoWay.b]) == ([], 21))
    #expect(cycles { scope[TwoWay.b] = 5 } == [["b", "a", "b"]])
  }
}

/// Law 10 of scopes, for resources that await one another.
@MainActor @Suite struct ScopeLawTestsLoadingCycles {
  private let scope = Scope()

  private enum Cycle {
    static let isClosed = Atom(true)
    static let a: Resource<Int> = Resource(name: "a") { get in
      await Task.yield()
      return get(isClosed) ? try await get(c) + 1 : 1
    }
    static let b: Resource<Int> = Resource(name: "b") { get in try await get(a) + 1 }
    static let c: Resource<Int> = Resource(name: "c") { get in try await get(b) + 1 }
    static let itself: Resource<Int> = Resource(name: "itself") { get in try await get(itself) }
    static let other = Resource(name: "other") { _ in await slowly(7) }
  }

  private enum Mixed {
    static let waiting: Resource<Int> = Resource(name: "waiting") { get in
      await Task.yield()
      return get(Cycle.isClosed) ? try await get(computed) + 1 : 1
    }
    static let computed: Resource<Int> = Resource(name: "computed") { get in
      try get(waiting).get() + 1
    }
  }

  @Test(arguments: [
    (
      [Cycle.a, Cycle.b, Cycle.c], [1, 2, 3],
      [["a", "c", "b", "a"], ["b", "a", "c", "b"], ["c", "b", "a", "c"]]
    ),
    (
      [Mixed.computed, Mixed.waiting], [2, 1],
      [["computed", "waiting", "computed"], ["waiting", "computed", "waiting"]]
    ),
  ])
  func `law 10: resources that wait for each other in a cycle fail till it is opened`(
    members: [Resource<Int>], values: [Int], paths: [[String]]
  ) async {
    let probes = members.map { member in RenderProbe(scope) { $0[member] } }
    let other = await scope.settledProbe { $0[Cycle.other] }
    #expect(other.frames.last == .value(7))
    #expect(probes.map { ($0.frames.last?.error as? CycleError)?.path } == paths)
    await scope.settle { scope[Cycle.isClosed] = false }
    #expect(members.map { scope[$0] } == values.map { .value($0) })
    #expect(probes.map { $0.frames.last?.value } == values)
  }

  @Test func `law 10: a cycle of resources that forms later fails till it is opened`() async {
    scope[Cycle.isClosed] = false
    let probe = await scope.settledProbe { $0[Cycle.c] }
    #expect(probe.frames.last == .value(3))
    await scope.settle { scope[Cycle.isClosed] = true }
    #expect(Set((scope[Cycle.c].error as? CycleError)?.path ?? []) == ["a", "b", "c"])
    await scope.settle { scope[Cycle.isClosed] = false }
    #expect([Cycle.a, Cycle.b, Cycle.c].map { scope[$0].value } == [1, 2, 3])
    #expect(probe.frames.last == .value(3))
  }

  @Test func `law 10: a resource that waits for itself fails with its name`() async {
    let error = await #expect(throws: CycleError.self) { try await scope.value(of: Cycle.itself) }
    #expect(error?.path == ["itself", "itself"])
    #expect(await (try? scope.value(of: Cycle.other)) == 7)
  }
}
