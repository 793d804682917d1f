import Upkeep
import UpkeepStore

/// The state that these benchmarks change.
enum Till {
  struct State: Equatable {
    var count = 0
    var title = "till"
    var items = [1, 2, 3]
  }

  enum Action {
    case set(Int)
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .set(let count): state.count = count
    }
  }
}

/// Sends an action to a store, whose reducer changes a field that an effect follows.
///
/// The yardstick writes the same state to a property that an effect follows. The operation is one
/// send or write.
final class StoreSend: Contestant {
  enum Follower: String, CaseIterable {
    /// The effect follows all of the state.
    case state
    /// The effect follows the field through a derived value, in the yardstick as well.
    case field
  }

  private let isContender: Bool
  private let store = Store(Till.State(), Till.reducer)
  private let property = StoredProperty(Till.State())
  private let updater = Updater()
  private let sink = Sink()
  private var value = 0

  init(_ follower: Follower, isContender: Bool) {
    self.isContender = isContender
    let (store, property, sink) = (store, property, sink)
    let followed = isContender ? store.property : property
    switch follower {
    case .state:
      updater.keepUpToDate(dependencies: [followed]) { sink.take(followed.value.count) }
    case .field:
      let field = isContender ? store.property(\.count) : property.map(\.count)
      updater.keepUpToDate(dependencies: [field]) { sink.take(field.value) }
    }
  }

  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let first = Opaque.hidden(value + 1)
    let (store, property) = (store, property)
    var state = property.peek()
    let start = ThreadClock.now
    if isContender {
      for offset in 0..<operations { store.send(.set(first &+ offset)) }
    } else {
      for offset in 0..<operations {
        state.count = first &+ offset
        property.value = state
      }
    }
    let elapsed = ThreadClock.now - start
    let sum = (first..<first + operations).reduce(0, +)
    value += operations
    try VoidRun.unless(sink.runs, is: operations, "runs", of: "the effect of a store")
    try VoidRun.unless(sink.sum, is: sum, "as the sum of all values", of: "the effect of a store")
    return elapsed
  }
}

extension Race {
  /// The races to send an action, as multiples of writing the same state.
  static var storeSends: [Race] {
    StoreSend.Follower.allCases.map { follower in
      against(
        "property", "store.send.\(follower)", counts: Counts(recomputations: 0, effects: 1)
      ) {
        StoreSend(follower, isContender: $0)
      }
    }
  }
}
