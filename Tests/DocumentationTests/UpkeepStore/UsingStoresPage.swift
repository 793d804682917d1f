import Testing
import Upkeep
import UpkeepStore

private nonisolated enum App {
  struct State: Equatable {
    var counter = 0
  }

  enum Action {
    case increase, decrease
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .increase: state.counter += 1
    case .decrease: state.counter -= 1
    }
  }
}

/// The page UsingStores.
@MainActor @Suite(.statedResults()) struct UsingStoresPage {
  @Test func `the code about a first store gives its stated results`() {
    let updater = Updater()
    let store = Store(App.State(), App.reducer)
    updater.keepUpToDate { print(store.counter) }  // prints 0; follows this field alone
    store.send(.increase)  // prints 1; before it returns
    store.send(.increase, .decrease, .increase)  // prints 2; one change
    store.send(.increase, .decrease)  // prints nothing
  }
}
