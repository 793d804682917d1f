import Testing
import Upkeep
import UpkeepStore

/// Several actions, and actions that pass a middleware, in a store without a trace and without an
/// observer of actions.
///
/// Such actions take a shorter way.
struct SendingAtOnceTests {
  private let updater = Updater()

  @Test func `several actions are one change for observers, in either way of editing`() {
    for rule in [nil, ChangeRule<[Int]>.always] {
      let store = Store([0], Reducer<[Int], Int> { $0[0] += $1 }, changes: rule)
      let seen = Seen { store.property(\.first).value }
      store.send(1, 2, 3)
      store.send(contentsOf: [1, -1])
      #expect(seen.values == [0, 6])
    }
  }

  @Test func `a send without actions is no change`() {
    let store = Store(0, adding, changes: .always)
    let mute = Store(0, adding, middleware: .filter { _, _ in false }, changes: .always)
    let seen = [Seen { store.state }, Seen { mute.state }]
    store.send(contentsOf: [])
    mute.send(1)
    mute.send(1, 2)
    #expect(seen.map(\.values) == [[0], [0]])
  }

  @Test func `each action passes the middleware before any of them changes the state`() {
    var sums: [Int] = []
    let store = Store(
      0, adding, middleware: .sideEffect { sum, _ in sums.append(sum) },
      Middleware { _, action, _ in [action, action] },
      .filter { _, action in action != 3 },
      .map { _, action in action == 1 ? 10 : action })
    let seen = Seen { store.state }
    store.send(1, 2, 3)
    store.send(1)
    #expect(sums == [0, 0, 0, 24])
    #expect(seen.values == [0, 24, 44])
  }

  @Test func `an action that a middleware or an observer sends waits for those sent together`() {
    let store = Store(
      [], Reducer<[Int], Int> { $0.append($1) },
      middleware: Middleware { _, action, send in
        if action == 1 { send(10) }
        return [action]
      })
    updater.keepUpToDate {
      if store.state.count != 2 { return }
      store.send(20)
      store.send(30, 40)
    }
    let seen = Seen { store.state }
    store.send(1, 2)
    #expect(seen.values == [[], [1, 2], [1, 2, 10], [1, 2, 10, 20], [1, 2, 10, 20, 30, 40]])
  }

  @Test func `a middleware that begins a trace has its own action traced`() {
    for count in 1...2 {
      var told: [String] = []
      weak var tracing: Store<Int, Int>?
      let store = Store(
        0, adding,
        middleware: .sideEffect { _, _ in
          tracing?.trace = Trace {
            if case .action(let action, let cause) = $0 { told.append("\(action) \(cause)") }
          }
        })
      tracing = store
      if count == 1 { store.send(1) } else { store.send(1, 2) }
      #expect(told == ["1 user", "2 user"].prefix(count).map { $0 })
    }
  }

  @Test func `a middleware that keeps the closure that sends keeps no store`() {
    var kept: ((Int) -> Void)?
    var store: Store<Int, Int>? = Store(
      0, adding,
      middleware: Middleware { _, action, send in
        kept = send
        return [action]
      })
    store?.send(1)
    kept?(2)
    #expect(store?.state == 3)
    weak let last = store
    store = nil
    #expect(last == nil)
    kept?(3)
  }

  @Test func `a rolled back transaction undoes several actions`() {
    let store = Store(0, adding, middleware: .filter { _, _ in true })
    let seen = Seen { store.state }
    undone {
      store.send(1, 2)
      store.send(3)
    }
    store.send(4, 5)
    #expect(seen.values == [0, 9])
  }
}
