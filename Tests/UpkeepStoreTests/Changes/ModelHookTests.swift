import Observation
import Testing
import Upkeep
import UpkeepStore

@Observable private final class Account {
  var balance = 100
}

/// Hooks that follow models of Observation.
@MainActor @Suite struct ModelHookTests {
  private struct State: Equatable { var heard: [Int] = [] }

  private struct Hearing: Interactor {
    typealias State = ModelHookTests.State
    typealias Action = Never
    let account: Account

    func hooks(_ store: StoreContext<State, Never>) -> [Hook] {
      Hook("balance", .observing, account.balance / 10) { store.heard.append($0) }
    }
  }

  @Test func `a hook hears of a model when whoever changed it has let go, once, if it is another`()
    async
  {
    let account = Account()
    let store = Store(State(), Hearing(account: account))
    account.balance = 150
    account.balance = 200
    #expect(store.heard == [])
    for _ in 0..<100_000 where store.heard.isEmpty { await Task.yield() }
    #expect(store.heard == [20])
    account.balance = 201
    for _ in 0..<1_000 { await Task.yield() }
    #expect(store.heard == [20])
  }
}
