import Upkeep
import UpkeepStore

/// Changes one of `n` fields of a state, each followed by an effect through a narrowed store.
///
/// The yardstick writes one of `n` properties, each followed by an effect. The operation is one
/// change; the time per node is per field.
final class StoreFields: Contestant {
  struct State: Equatable {
    var fields: [Int]
  }

  struct Action {
    let index: Int
    let value: Int
  }

  private let isContender: Bool
  private let store: Store<State, Action>
  private let properties: [StoredProperty<Int>]
  private let updater = Updater()
  private let sink = Sink()
  private var value = 0

  init(n: Int, isContender: Bool) {
    self.isContender = isContender
    let sink = sink
    store = Store(
      State(fields: Array(repeating: 0, count: n)),
      Reducer<State, Action> { $0.fields[$1.index] = $1.value })
    properties = isContender ? [] : (0..<n).map { _ in StoredProperty(0) }
    for index in 0..<n {
      let field = isContender ? store.scope(\.fields[index]).property : properties[index]
      updater.keepUpToDate(dependencies: [field]) { sink.take(field.value) }
    }
  }

  /// Takes a sample; each change runs one of the effects.
  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let first = Opaque.hidden(value + 1)
    let (store, properties) = (store, properties)
    let start = ThreadClock.now
    if isContender {
      for offset in 0..<operations { store.send(Action(index: 7, value: first &+ offset)) }
    } else {
      for offset in 0..<operations { properties[7].value = first &+ offset }
    }
    let elapsed = ThreadClock.now - start
    let sum = (first..<first + operations).reduce(0, +)
    value += operations
    try VoidRun.unless(sink.runs, is: operations, "runs", of: "all effects of a store's fields")
    try VoidRun.unless(sink.sum, is: sum, "as the sum of all values", of: "a store's field")
    return elapsed
  }
}

extension Race {
  /// The race to change one of `n` fields, each followed by an effect.
  static func storeFields(n: Int) -> Race {
    against("properties", "store.fields", n: n, counts: Counts(recomputations: n, effects: 1)) {
      StoreFields(n: n, isContender: $0)
    }
  }
}
