import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private enum TestModule {
  static let string = Atom("rawValue")
}

private enum MultipleTen {
  static let upstream = Atom(0)
  static let state = Computed { get in get(upstream) * 10 }
}

private enum AsyncMultipleTen {
  static let upstream = Resource { get in
    await Task.yield()
    return 1
  }
  static let state = Resource { get in try await get(upstream) * 10 }
}

private enum TestError: Error { case parameter }

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

/// The examples of tests in the README of RecoilSwift, in terms of scopes and of `UpkeepTestKit`.
@MainActor @Suite struct RecoilReadmeTestingTests {
  // A scope of its own for each test stands for `purge`.
  private let scope = Scope()

  @Test func `Recoil, How to Test State: what was written is read`() {
    let value = scope.bound(TestModule.string)
    #expect(value.value == "rawValue")
    value.value = "newValue"
    #expect(scope[TestModule.string] == "newValue")
  }

  @Test func `Recoil, View Render Test: what a view shows, render by render`() {
    let view = RenderProbe(scope) { $0[TestModule.string] }
    scope[TestModule.string] = "newValue"
    scope[TestModule.string] = "newValue"
    #expect(view.frames == ["rawValue", "newValue"])
  }

  @Test func `Recoil, View Render Test: a view that waits renders until it has what it expects`()
    async
  {
    let view = RenderProbe(scope) { $0[AsyncMultipleTen.state].value }
    await scope.settle()
    #expect(view.frames == [nil, 10])
  }

  @Test func `Recoil, HookTester: what a hook returns`() {
    let tester = RenderProbe(scope) { $0[TestModule.string] }
    #expect(tester.last == "rawValue")
  }

  @Test func `Recoil, Stub State: an upstream state has another value`() async throws {
    scope.stub(MultipleTen.upstream, 2)
    #expect(scope[MultipleTen.state] == 20)
    scope.stub(AsyncMultipleTen.upstream, 100)
    try #expect(await scope.value(of: AsyncMultipleTen.state) == 1000)
  }

  @Test func `Recoil, Stub State: an upstream state fails, and so does what follows from it`() async
  {
    scope.stub(AsyncMultipleTen.upstream, throwing: TestError.parameter)
    await #expect(throws: TestError.parameter) {
      try await scope.value(of: AsyncMultipleTen.state)
    }
  }

  @Test func `Recoil, Stub State: a value and an error after the first read are seen, too`()
    async throws
  {
    let view = RenderProbe(scope) { $0[MultipleTen.state] }
    scope.stub(MultipleTen.upstream, 2)
    scope.stub(MultipleTen.state, 7)
    #expect(view.frames == [0, 20, 7])
    try #expect(await scope.value(of: AsyncMultipleTen.state) == 10)
    scope.stub(AsyncMultipleTen.upstream, throwing: TestError.parameter)
    await #expect(throws: TestError.parameter) {
      try await scope.value(of: AsyncMultipleTen.state)
    }
  }

  // MARK: - Features that scopes have beside these

  @Test func `a status tells of everything that a definition follows from`() async {
    let scope = Scope { $0.stub(Feed.quick, throwing: TestError.parameter) }
    let status = RenderProbe(scope) { scope in
      let status = scope.status(of: Feed.sum)
      return "\(status.isLoading) \(status.errors.contains { $0 is TestError })"
    }
    Feed.gate.open(2)
    await scope.settle()
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

  @Test func `a callback may wait`() async throws {
    let scope = Scope { $0.stub(Feed.slow, 4) }
    let addTo = scope.callback { (scope, number: Int) async throws in
      try await scope.value(of: Feed.slow) + number
    }
    try #expect(await addTo(3) == 7)
  }

  @Test func `a bound value is read, written, and taken apart`() {
    let age = scope.bound(person).map(\.age)
    age.value += 1
    #expect(age.value == 31)
    #expect(scope[person] == Person(name: "Ann", age: 31))
  }

  @Test func `a load that takes too long has failed`() async {
    let endless = Resource { get in try await get.sleep(for: .seconds(60)) }
      .timeout(.seconds(5))
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    let view = RenderProbe(scope) { $0[endless] }
    await scope.settle()
    clock.advance(by: .seconds(5))
    await scope.settle()
    #expect(view.last?.error as? LoadError == .timedOut(after: .seconds(5)))
    #expect(view.last?.isLoading == false)
  }
}
