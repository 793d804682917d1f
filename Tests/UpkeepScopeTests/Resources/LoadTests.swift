import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private let id = Atom(1, name: "id")

/// The inputs of a load that was abandoned before its end.
@MainActor @Suite struct LoadTests {
  private let clock = ManualClock()
  private let scope: Scope

  init() { scope = Scope(clock: clock) }

  @Test(arguments: [true, false])
  func `a load that times out in a wait is tried again when that ends`(isObserved: Bool) async {
    let gate = Gate<Int>()
    let number = Resource { get in try await gate.value() + get(id) }
    let text = Resource { get in try await "\(get(number))" }.timeout(.seconds(5))
    let probe = isObserved ? RenderProbe(scope) { $0[text] } : nil
    await scope.settle { _ = scope[text] }
    await scope.settle { clock.advance(by: .seconds(5)) }
    let failure: Loadable<String> = .failed(LoadError.timedOut(after: .seconds(5)))
    #expect((probe?.frames ?? [.loading, scope[text]]) == [.loading, failure])
    gate.open(10)
    for (number, expected) in [(1, "11"), (2, "12")] {
      await scope.settle { scope[id] = number }
      if !isObserved {
        await scope.settle { _ = scope[text] }
      }
      #expect((probe?.frames.last ?? scope[text]) == .value(expected))
    }
    #expect(clock.alarmCount == 0)
  }

  @Test func `a load that times out in a transaction that is undone begins anew`() async {
    let text = Resource { get in
      let id = get(id)
      try await get.sleep(for: .seconds(id))
      return id
    }.timeout(.seconds(5))
    let probe = await scope.settledProbe { $0[text] }
    await scope.settle { clock.advance(by: .seconds(1)) }
    await scope.settle { scope[id] = 10 }
    undone {
      clock.advance(by: .seconds(5))
      #expect(scope[text] == .failed(LoadError.timedOut(after: .seconds(5)), previous: 1))
    }
    #expect(scope[text] == .loading(previous: 1))
    await scope.settle()
    clock.advance(by: .seconds(5))
    #expect(
      probe.frames == [
        .loading, .value(1), .loading(previous: 1),
        .failed(LoadError.timedOut(after: .seconds(5)), previous: 1),
      ])
  }

  @Test(arguments: [true, false])
  func `a load that ends before it reads keeps the inputs of the last load`(timesOut: Bool) async {
    let gate = Gate<Int>()
    gate.open(0)
    let page = Resource { get in
      _ = try await gate.value()
      return "\(get(id))"
    }.timeout(.seconds(5))
    let probe = await scope.settledProbe { $0[page] }
    gate.close()
    await scope.settle { scope.refresh(page) }
    if timesOut { clock.advance(by: .seconds(5)) } else { scope[page] = .value("mine") }
    let failure = Loadable<String>.failed(LoadError.timedOut(after: .seconds(5)), previous: "1")
    let end = timesOut ? failure : .value("mine")
    #expect(probe.frames.last == end)
    await scope.settle { gate.open(0) }
    #expect(scope[page] == end)
    await scope.settle { scope[id] = 2 }
    #expect(probe.frames.last == .value("2"))
  }

  @Test func `a load that times out in a batch stays failed`() async {
    let starts = Tally()
    let double = Computed { get in get(id) * 2 }
    let page = Resource { get in
      starts.next()
      _ = get(double)
      try await get.sleep(for: .seconds(100))
      return 1
    }.timeout(.seconds(5))
    #expect(scope[page].isLoading)
    await scope.settle()
    batch {
      clock.advance(by: .seconds(5))
      #expect(scope[page].error != nil)
    }
    for _ in 1...3 {
      await scope.settle { clock.advance(by: .seconds(5)) }
      #expect(scope[page] == .failed(LoadError.timedOut(after: .seconds(5))))
    }
    #expect(starts.count == 1)
  }
}
