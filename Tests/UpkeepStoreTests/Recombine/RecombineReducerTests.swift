import Testing
import Upkeep
import UpkeepStore

private struct Number: Equatable { var value = 0 }

private typealias NumberReducer = Reducer<Number, Int>

/// The work of Recombine's reducers.
@MainActor @Suite struct RecombineReducerTests {
  private static let add = NumberReducer { $0.value += $1 }
  private static let double = NumberReducer { state, _ in state = Number(value: state.value * 2) }

  @Test func `Recombine, Reducer: one that changes and one that returns are both reducers`() {
    let store = Store(Number(value: 1), NumberReducer(Self.add, Self.double))
    store.send(2)
    #expect(store.value == 6)
  }

  @Test func `Recombine, Reducer: without a body it changes nothing`() {
    let store = Store(Number(value: 3), NumberReducer())
    store.send(1)
    #expect(store.value == 3)
  }

  @Test func `Recombine, Reducer: combined ones run once each, in order`() {
    let calls = Notes<String>()
    func named(_ name: String, _ reducer: NumberReducer) -> NumberReducer {
      NumberReducer { state, action in
        calls.add(name)
        reducer.reduce(&state, action)
      }
    }
    let store = Store(
      Number(),
      NumberReducer([named("add", Self.add), named("double", Self.double), named("add", Self.add)]))
    store.send(1)
    #expect(calls.all == ["add", "double", "add"])
    #expect(store.value == 3)
  }

  @Test func `Recombine, Reducer: what combined ones make adds up`() {
    let combined = NumberReducer(
      NumberReducer { state, _ in state.value += 1 }, NumberReducer { state, _ in state.value += 2 }
    )
    let store = Store(Number(), combined)
    store.send(0)
    #expect(store.value == 3)
  }

  @Test func `Recombine, Environment: an interactor holds what it needs from outside`() {
    struct Stepping: Interactor {
      let step: Int
      func reduce(_ state: inout Number, _ action: Int) { state.value += action * step }
    }
    let store = Store(Number(), Stepping(step: 3))
    store.send(2)
    #expect(store.value == 6)
  }
}
