import Observation
import Testing
import Upkeep
import UpkeepScope

@Observable private final class Account {
  var balance = 100
}

@Suite(.leavesNothing) struct ComputedModelTests {
  private let scope = Scope()

  private static let account = Atom { Account() }
  private static let rate = Atom(2)
  private static let balance = Computed(.observing) { get in get(account).balance }
  private static let worth = Computed { get in get(balance) * get(rate) }
  private static let text = Resource { get in "\(get(worth))" }

  @Test func `computed values follow models, and resources follow these`() {
    #expect(scope[Self.worth] == 200)
    #expect(scope[Self.text].value == "200")
    scope[Self.account].balance = 150
    #expect(scope[Self.worth] == 300)
    #expect(scope[Self.text].value == "300")
    scope[Self.rate] = 3
    #expect(scope[Self.text].value == "450")
  }

  private struct Overdrawn: Error {}

  private static let checked = Resource(.observing) { get in
    let balance = get(account).balance
    if balance < 0 { throw Overdrawn() }
    return balance * get(rate)
  }

  @Test func `resources follow models, and fail and recover with them`() {
    #expect(scope[Self.checked].value == 200)
    scope[Self.account].balance = 150
    #expect(scope[Self.checked].value == 300)
    scope[Self.account].balance = -1
    #expect(scope[Self.checked].error is Overdrawn)
    #expect(scope[Self.checked].value == 300)
    scope[Self.account].balance = 5
    scope[Self.rate] = 3
    #expect(scope[Self.checked].value == 15)
    #expect(scope[Self.checked].error == nil)
  }
}
