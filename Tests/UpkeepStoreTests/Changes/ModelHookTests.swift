import Observation
import Testing
import Upkeep
import UpkeepStore

@Observable private final class Account {
  var balance = 100
}

/// Hooks that follow models of Observation.
@MainActor @Suite struct ModelHookTests {
  @Test func `a hook hears of a model's new value once, when the writer lets go`() async {
    let account = Account()
    let hearing = Acting<[Int], Never>(hooks: { store in
      Hook("balance", .observing, account.balance / 10) { tens in
        store.modify { $0.append(tens) }
      }
    })
    let store = Store([], hearing)
    account.balance = 150
    account.balance = 200
    #expect(store.state == [])
    for _ in 0..<100_000 where store.state.isEmpty { await Task.yield() }
    #expect(store.state == [20])
    account.balance = 201
    for _ in 0..<1_000 { await Task.yield() }
    #expect(store.state == [20])
  }
}
