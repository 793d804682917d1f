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
}
