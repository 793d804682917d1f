import Testing
import UpkeepScope
import UpkeepStore

/// A state of fields, each with a reducer of its own.
private enum App {
  struct State: Equatable {
    var left = 0
    var right = 0
    var inner: Int?
  }

  enum Action: Equatable {
    case left(Int)
    case right(Int)
    case inner(Int)
  }

  static let reducer = Reducer<State, Action>(
    adding.scoped(
      to: \.left,
      action: Case({ .left($0) }) { if case .left(let number) = $0 { number } else { nil } }),
    Reducer<Int, Int> { $0 = $1 }.scoped(
      to: \.right,
      action: Case({ .right($0) }) { if case .right(let number) = $0 { number } else { nil } }),
    adding.scoped(
      to: \.inner, case: .some,
      action: Case({ .inner($0) }) { if case .inner(let number) = $0 { number } else { nil } }))

  @MainActor static let store = Store(State(), reducer)
}

/// Recombine's reducers, and the examples of its README.
@MainActor @Suite struct RecombineReadmeTests {
  @Test func `Recombine, "nest multiple reducers": each reducer knows one field`() {
    let store = Store(App.State(), App.reducer)
    store.send(.left(1))
    store.send(.right(7))
    store.send(.inner(1))
    #expect(store.state == App.State(left: 1, right: 7))
    store.bound(\.inner).value = 4
    store.send(.inner(1))
    #expect(store.inner == 5)
  }

  @MainActor @Test func `Recombine, App.store: a constant on the main actor`() {
    let before = App.store.left
    App.store.send(.left(1))
    #expect(App.store.left == before + 1)
  }

  @Test func `Recombine, Reducer: combined reducers run once each, in order`() {
    let names = ["add", "double", "add"]
    let named = names.map { name in Reducer<[String], Int> { state, _ in state.append(name) } }
    let store = Store([], Reducer(named))
    store.send(1)
    #expect(store.state == names)
  }
}
