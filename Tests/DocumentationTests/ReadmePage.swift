import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private func download(_ name: String) async throws -> String { name }

private nonisolated enum Votes {  // belongs to no actor
  static let likes = Family { (id: Int) in Atom(0) }  // set by the program, one for each number
  static let stars = Family { (id: Int) in  // follows from other values
    Computed { get in String(repeating: "*", count: get(likes(id))) }
  }
  static let text = Resource { get in try await download("votes") }  // comes later
}

private nonisolated enum App {
  struct State: Equatable { var counter = 0 }
  enum Action { case increase, decrease }
  static let reducer = Reducer<State, Action> { state, action in
    state.counter += action == .increase ? 1 : -1
  }
}

/// README.
@MainActor @Suite(.statedResults()) struct ReadmePage {
  @Test func `the code of the first screen gives its stated results`() {

    let price = StoredProperty(20)
    let count = StoredProperty(1)
    let total = DerivedProperty(price, count) { $0 * $1 }  // declared inputs
    let label = DerivedProperty { "\(total.value) dollars" }  // or found by reading

    let updater = Updater()
    updater.keepUpToDate { print(label.value) }  // prints "20 dollars"
    count.value = 3  // prints "60 dollars"
    batch {
      price.value = 30
      count.value = 2
    }  // prints nothing: still 60
  }

  @Test func `the code about values, scopes and stores gives its stated results`() {
    let items = StoredProperty(["tea"])
    items.value.append("milk")  // in place, without a copy; one change
    let longest = items.map { $0.map(\.count).max() ?? 0 }
    let updater = Updater()
    updater.keepUpToDate { print(longest.value) }  // prints 4
    items.value.append("rye")  // prints nothing: still 4

    let scope = Scope()
    updater.keepUpToDate { print("stars:", scope[Votes.stars(7)]) }  // prints "stars: "
    scope[Votes.likes(7)] += 3  // prints "stars: ***"

    let store = Store(App.State(), App.reducer)
    updater.keepUpToDate { print(store.counter) }  // prints 0; follows this field alone
    store.send(.increase)  // prints 1; before it returns
    store.send(.increase, .decrease)  // prints nothing: one change
  }

  @Test func `the code about tests gives its stated results`() async throws {
    let scope = Scope.hermetic { $0.stub(Votes.text, "three") }  // saves in memory only
    try #expect(await scope.value(of: Votes.text) == "three")
  }
}
