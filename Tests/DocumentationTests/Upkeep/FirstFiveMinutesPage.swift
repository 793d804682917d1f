import Observation
import Testing
import Upkeep

@Observable final class Account {
  var balance = 100
}

/// The page FirstFiveMinutes.
@MainActor struct FirstFiveMinutesPage {
  @Test func `the code of the first five minutes gives its stated results`() async {
    let print = Transcript()
    let account = Account()
    let rate = StoredProperty(2)
    let balance = DerivedProperty(.observing) { account.balance }
    let worth = DerivedProperty(balance, rate) { $0 * $1 }
    print(worth.value)  // 200
    account.balance = 150
    print(worth.value)  // 300

    ObservationSwitch.isOn = true
    withObservationTracking {
      print(worth.value)  // 300
    } onChange: {
      MainActor.assumeIsolated { print("changed") }
    }
    rate.value = 4  // prints "changed"

    let updater = Updater()
    updater.keepUpToDate { print("worth:", worth.value) }  // prints "worth: 600"
    updater.keepUpToDate(.observing) { print(account.balance) }  // prints 150
    #expect(print.lines == print.stated())
    account.balance = 200
    while print.lines.count < 8 { await Task.yield() }
    #expect(Set(print.lines.suffix(2)) == ["worth: 800", "200"])
  }
}
