import Observation
import Testing
import Upkeep

/// The page Observation.
@MainActor @Suite(.statedResults()) struct ObservationPage {
  @Test func `the code about a tracker and a model gives its stated results`() {
    ObservationSwitch.isOn = true
    let price = StoredProperty(20)
    let count = StoredProperty(1)
    let total = DerivedProperty(price, count) { $0 * $1 }

    withObservationTracking {
      print(total.value)  // 20
    } onChange: {
      MainActor.assumeIsolated { print("changed") }
    }
    batch {
      price.value = 10
      count.value = 2
    }
    count.value = 3  // prints "changed"
    count.value = 4  // prints nothing: who tracks reads anew, and is told once more then

    let account = Account()
    let rate = StoredProperty(3)
    let balance = DerivedProperty(.observing) { account.balance }
    let worth = DerivedProperty { balance.value * rate.value }
    var shown: [Int] = []
    let updater = Updater()
    updater.keepUpToDate { shown.append(worth.value) }
    account.balance = 150
    print(worth.value)  // 450
    #expect(shown == [300])
  }
}
