import Observation
import Testing
import Upkeep
import UpkeepScope

@Observable private final class Account {
  var balance = 100
}

@Suite(.leavesNothing) struct ComputedModelTests {
  private static let account = Atom { Account() }
  private static let rate = Atom(2)
  private static let balance = Computed(.observing) { get in get(account).balance }
  private static let worth = Computed { get in get(balance) * get(rate) }
  private static let text = Resource { get in "\(get(worth))" }

  @Test func `computed values follow models, and resources follow these`() {
    let scope = Scope()
    #expect(scope[Self.worth] == 200)
    #expect(scope[Self.text].value == "200")
    scope[Self.account].balance = 150
    #expect(scope[Self.worth] == 300)
    #expect(scope[Self.text].value == "300")
    scope[Self.rate] = 3
    #expect(scope[Self.text].value == "450")
  }
}
