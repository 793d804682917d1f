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
    scope.stub(AsyncMultipleTen.upstream, 3)
    try #expect(await scope.value(of: AsyncMultipleTen.state) == 30)
    scope.stub(AsyncMultipleTen.upstream, throwing: TestError.parameter)
    await #expect(throws: TestError.parameter) {
      try await scope.value(of: AsyncMultipleTen.state)
    }
  }

  @Test func `Recoil, Stub State: one that loads for ever`() {
    scope.stub(AsyncMultipleTen.upstream, throwing: LoadError.stillLoading)
    #expect(scope[AsyncMultipleTen.upstream].isLoading)
    #expect(scope[AsyncMultipleTen.state].isLoading)
  }
}
