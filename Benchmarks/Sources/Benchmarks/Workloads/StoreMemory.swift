import AllocationCounter
import Upkeep
import UpkeepStore

/// Sends `n` actions to a store, and expects that the heap does not grow.
///
/// The store has a middleware, a reducer and an effect of an updater, and half of the actions are
/// sent in pairs. The yardstick writes a followed property as often. The operation is all of this.
final class StoreMemory: Contestant {
  /// The bytes that one turn may leave in caches that are filled only once.
  private static let allowance = 4_096

  private let n: Int
  private let isContender: Bool
  private let store = Store(
    Till.State(), Till.reducer, middleware: .filter { _, _ in true })
  private let property = StoredProperty(0)
  private let updater = Updater()
  private let sink = Sink()

  init(n: Int, isContender: Bool) {
    self.n = n
    self.isContender = isContender
    let (sink, field) = (sink, isContender ? store.property(\.count) : property)
    updater.keepUpToDate(dependencies: [field]) { sink.take(field.value) }
    change(1_000)
  }

  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let before = heap_bytes()
    let start = ThreadClock.now
    for _ in 0..<operations { change(n) }
    let elapsed = ThreadClock.now - start
    let growth = max(0, heap_bytes() - before - Self.allowance)
    try VoidRun.unless(sink.runs, is: operations * n, "runs", of: "the effect of a store")
    if allocation_counting_is_available() {
      try VoidRun.unless(growth, is: 0, "bytes of growth over \(n) changes", of: "a store")
    }
    return elapsed
  }

  private func change(_ count: Int) {
    let (store, property) = (store, property)
    let first = sink.sum
    for offset in 1...count {
      let value = first &+ offset
      if !isContender {
        property.value = value
      } else if offset & 1 == 0 {
        store.send(.set(value))
      } else {
        store.send(.set(0), .set(value))
      }
    }
  }
}

extension Race {
  /// The race to send `n` actions without growth of the heap.
  static func storeMemory(n: Int) -> Race {
    against("property", "store.memory", n: n, counts: Counts(recomputations: 0, effects: 1)) {
      StoreMemory(n: n, isContender: $0)
    }
  }
}
