import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private enum Cart {
  static let items = Atom<[String]>([])
  static let badge = Computed<String?> { get in
    let count = get(items).count
    return count == 0 ? nil : count < 10 ? "\(count)" : "9+"
  }
}

private enum Posts {
  static let post = Family { (id: Int) in
    Resource { get in
      try await get.sleep(for: .seconds(1))
      return "post \(id)"
    }
  }
  static let loud = Family { (id: Int) in
    Resource { get in try await get(post(id)).uppercased() }
  }
}

@MainActor @Suite struct ScopeTests {
  @Test func `an effect follows what it reads through a scope`() {
    let scope = Scope()
    let updater = Updater()
    var log: [String?] = []
    updater.keepUpToDate { log.append(scope[Cart.badge]) }
    scope[Cart.items].append("tea")
    scope[Cart.items] = ["tea", "milk"]
    scope[Cart.items] = ["milk", "tea"]
    #expect(log == [nil, "1", "2"])
  }

  @Test func `a resource that waits for another one is loading until both have come`() async {
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    let probe = RenderProbe(scope) { $0[Posts.loud(1)] }
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    #expect(probe.frames == [.loading, .value("POST 1")])
  }

  private enum InOneLine {
    static let first = Atom(1), second = Atom(10)
  }

  @Test func `two atoms in one declaration are two`() {
    let scope = Scope()
    #expect((scope[InOneLine.first], scope[InOneLine.second]) == (1, 10))
  }

  @Test func `a resource that a transaction has begun to load loads when that is undone`() async {
    struct Refusal: Error {}
    let id = Atom(1)
    let page = Resource { get in
      let id = get(id)
      try await get.sleep(for: .seconds(1))
      return id
    }
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    _ = scope[page]
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    try? transaction {
      scope[id] = 2
      #expect(scope[page] == .loading(previous: 1))
      throw Refusal()
    }
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    #expect(scope[page] == .value(1))
    scope[id] = 3
    #expect(scope[page] == .loading(previous: 1))
  }
}
