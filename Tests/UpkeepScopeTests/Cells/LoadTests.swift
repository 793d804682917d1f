import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// What a load follows that was given up before its end.
@MainActor @Suite struct LoadTests {
  private let clock = ManualClock()
  private let id = Atom(1, name: "id")

  @Test func `a load that times out while it waits is tried again when what it waits for comes`()
    async
  {
    let (gate, id) = (Gate<Int>(), id)
    let number = Resource { get in try await gate.value() + get(id) }
    let text = Resource { get in try await "\(get(number))" }.timeout(.seconds(5))
    let scope = Scope(clock: clock)
    let probe = RenderProbe(scope) { $0[text] }
    await scope.settle()
    clock.advance(by: .seconds(5))
    await scope.settle()
    #expect(probe.frames == [.loading, .failed(TimedOut(duration: .seconds(5)))])
    gate.open(10)
    await scope.settle()
    #expect(probe.last == .value("11"))
    scope[id] = 2
    await scope.settle()
    #expect(probe.last == .value("12"))
  }

  @Test
  func `a load that times out while it waits is tried again also if nobody looked meanwhile`()
    async
  {
    let (gate, id) = (Gate<Int>(), id)
    let number = Resource { get in try await gate.value() + get(id) }
    let text = Resource { get in try await "\(get(number))" }.timeout(.seconds(5))
    let scope = Scope(clock: clock)
    _ = scope[text]
    await scope.settle()
    clock.advance(by: .seconds(5))
    await scope.settle()
    #expect(scope[text] == .failed(TimedOut(duration: .seconds(5))))
    gate.open(10)
    await scope.settle()
    _ = scope[text]
    await scope.settle()
    #expect(scope[text] == .value("11"))
  }

  @Test func `a load that times out in a transaction that is undone begins anew`() async {
    struct Undone: Error {}
    let id = id
    let text = Resource { get in
      let id = get(id)
      try await get.sleep(for: .seconds(id))
      return id
    }.timeout(.seconds(5))
    let scope = Scope(clock: clock)
    let probe = RenderProbe(scope) { $0[text] }
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    scope[id] = 10
    await scope.settle()
    try? transaction {
      clock.advance(by: .seconds(5))
      #expect(scope[text] == .failed(TimedOut(duration: .seconds(5)), previous: 1))
      throw Undone()
    }
    #expect(scope[text] == .loading(previous: 1))
    await scope.settle()
    clock.advance(by: .seconds(5))
    #expect(
      probe.frames == [
        .loading, .value(1), .loading(previous: 1),
        .failed(TimedOut(duration: .seconds(5)), previous: 1),
      ])
  }
}
