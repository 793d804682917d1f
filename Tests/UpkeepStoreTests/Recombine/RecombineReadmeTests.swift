import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

/// The counter of Recombine's README.
private enum App {
  struct State: Equatable { var counter = 0 }

  enum Action: Equatable {
    case modify(Modification)

    enum Modification: Equatable { case increase, decrease }
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .modify(.increase): state.counter += 1
    case .modify(.decrease): state.counter -= 1
    }
  }

  @MainActor static let store = Store(State(), reducer)
}

/// A state of two fields, each with a reducer of its own.
private enum Nested {
  struct State: Equatable {
    var left = App.State()
    var right = 0
    var inner: App.State?
  }

  enum Action: Equatable {
    case left(App.Action)
    case right(Int)
    case inner(App.Action)
  }

  static let reducer = Reducer<State, Action>(
    App.reducer.scoped(
      to: \.left,
      action: Case({ .left($0) }) { if case .left(let action) = $0 { action } else { nil } }),
    Reducer<Int, Int> { $0 = $1 }.scoped(
      to: \.right,
      action: Case({ .right($0) }) { if case .right(let number) = $0 { number } else { nil } }),
    App.reducer.scoped(
      to: \.inner, case: .some,
      action: Case({ .inner($0) }) { if case .inner(let action) = $0 { action } else { nil } }))
}

/// The examples of Recombine's README, step by step.
@MainActor @Suite struct RecombineReadmeTests {
  @Test func `Recombine, state, actions and reducer: a counter goes up and down`() {
    let store = Store(App.State(), App.reducer)
    store.send(.modify(.increase), .modify(.increase))
    #expect(store.counter == 2)
    store.send(.modify(.decrease))
    #expect(store.state == App.State(counter: 1))
  }

  @Test func `Recombine, "whenever the state changes, the store will notify all observers"`() {
    let store = Store(App.State(), App.reducer)
    let (first, second) = (Seen { store.counter }, Seen { store.state.counter })
    store.send(.modify(.increase))
    store.send(.modify(.decrease))
    #expect(first.values == [0, 1, 0])
    #expect(second.values == [0, 1, 0])
  }

  @Test func `Recombine, "nest multiple reducers": each knows one field`() {
    let store = Store(Nested.State(), Nested.reducer)
    store.send(.left(.modify(.increase)))
    store.send(.right(7))
    store.send(.inner(.modify(.increase)))
    #expect(store.state == Nested.State(left: App.State(counter: 1), right: 7))
    store.bound(\.inner).value = App.State(counter: 4)
    store.send(.inner(.modify(.increase)))
    #expect(store.inner == App.State(counter: 5))
  }

  @Test func `Recombine, "the reducer is always free of side effects": it is used without a store`()
  {
    var state = App.State()
    for change in [App.Action.Modification.increase, .increase, .decrease] {
      App.reducer.reduce(&state, .modify(change))
    }
    #expect(state == App.State(counter: 1))
  }

  @MainActor @Test func `Recombine, App.store: a constant on the main actor`() {
    let before = App.store.counter
    App.store.send(.modify(.increase))
    #expect(App.store.counter == before + 1)
  }

  @Test func `Recombine, the store is handed down, and each view follows what it reads`() {
    let store = Store(Nested.State(), Nested.reducer)
    func view(_ store: Store<App.State, App.Action>) -> Seen<Int> { Seen { store.counter } }
    let left = view(store.scope(\.left) { .left($0) })
    store.send(.right(1))
    store.send(.left(.modify(.increase)))
    #expect(left.values == [0, 1])
  }
}
