import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

private struct Till: Equatable {
  var sum = 0
  var names: [String] = []
}

private enum TillAction: Equatable {
  case add(Int)
  case name(String)
}

private let reducer = Reducer<Till, TillAction> { till, action in
  switch action {
  case .add(let number): till.sum += number
  case .name(let name): till.names.append(name)
  }
}

/// Several actions, and actions that pass a middleware, while nobody is told of them: these take a
/// shorter way.
struct SendingAtOnceTests {
  private let updater = Updater()

  @Test func `several actions are one change for observers, in either way of editing`() {
    for rule in [nil, ChangeRule<Till>.always] {
      let store = Store(Till(), reducer, changes: rule)
      let seen = Seen { store.sum }
      store.send(.add(1), .add(2), .add(3))
      store.send(contentsOf: [.add(1), .add(-1)])
      #expect(seen.values == [0, 6])
    }
  }

  @Test func `no action is no change`() {
    let store = Store(Till(), reducer, changes: .always)
    var runs = 0
    updater.keepUpToDate {
      _ = store.state
      runs += 1
    }
    store.send(contentsOf: [])
    let mute = Store(Till(), reducer, middleware: .filter { _, _ in false }, changes: .always)
    updater.keepUpToDate {
      _ = mute.state
      runs += 1
    }
    mute.send(.add(1))
    mute.send(.add(1), .add(2))
    #expect(runs == 2)
  }

  @Test func `each action passes the middleware before any of them changes the state`() {
    var sums: [Int] = []
    let store = Store(
      Till(), reducer, middleware: .sideEffect { till, _ in sums.append(till.sum) },
      LocalMiddleware { _, action, _ in [action, action] },
      .filter { _, action in action != .add(3) },
      .map { _, action in action == .add(1) ? .add(10) : action })
    let seen = Seen { store.sum }
    store.send(.add(1), .add(2), .add(3))
    store.send(.add(1))
    #expect(sums == [0, 0, 0, 24])
    #expect(seen.values == [0, 24, 44])
  }

  @Test func `an action that a middleware or an observer sends waits for those sent together`() {
    let store = Store(
      Till(), reducer,
      middleware: LocalMiddleware { _, action, send in
        if action == .add(1) { send(.name("after \(action)")) }
        return [action]
      })
    updater.keepUpToDate {
      let sum = store.sum
      if sum > 0, store.names.count < 2 {
        store.send(.name("saw \(sum)"))
        store.send(.add(0), .name("last"))
      }
    }
    store.send(.add(1), .add(2))
    #expect(store.sum == 3)
    #expect(store.names.first == "after add(1)")
    #expect(store.names.dropFirst().first == "saw 3")
    let one = Store(
      Till(), reducer,
      middleware: LocalMiddleware { _, action, send in
        if action == .add(1) { send(.add(20)) }
        return [action]
      })
    let seen = Seen { one.sum }
    one.send(.add(1))
    #expect(seen.values == [0, 1, 21])
  }

  @Test func `a middleware that begins to trace has its action told`() {
    for count in 1...2 {
      var told: [String] = []
      weak var tracing: Store<Till, TillAction>?
      let store = Store(
        Till(), reducer,
        middleware: .sideEffect { _, _ in
          tracing?.trace = Trace { event in
            if case .action(let action, let cause) = event { told.append("\(action) \(cause)") }
          }
        })
      tracing = store
      if count == 1 { store.send(.add(1)) } else { store.send(.add(1), .add(2)) }
      #expect(told == ["add(1) user", "add(2) user"].prefix(count).map { $0 })
    }
  }

  @Test func `a middleware that keeps the closure that sends keeps no store`() {
    var kept: ((TillAction) -> Void)?
    var store: Store<Till, TillAction>? = Store(
      Till(), reducer,
      middleware: LocalMiddleware { _, action, send in
        kept = send
        return [action]
      })
    store?.send(.add(1))
    kept?(.add(2))
    #expect(store?.sum == 3)
    weak let last = store
    store = nil
    #expect(last == nil)
    kept?(.add(3))
  }

  @Test func `in a transaction that is undone nothing of it stays`() {
    struct Undone: Error {}
    let store = Store(Till(), reducer, middleware: .filter { _, _ in true })
    let seen = Seen { store.sum }
    try? transaction {
      store.send(.add(1), .add(2))
      store.send(.add(3))
      throw Undone()
    }
    store.send(.add(4), .add(5))
    #expect(seen.values == [0, 9])
  }
}
