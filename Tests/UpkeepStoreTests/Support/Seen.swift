import Upkeep

/// The values that an effect has read from a store, in order, from when this object was made.
final class Seen<Value> {
  private(set) var values: [Value] = []
  private let updater = Updater()

  /// Makes an effect that calls the closure and follows its reads.
  init(_ read: @escaping () -> Value) {
    updater.keepUpToDate { [unowned self] in values.append(read()) }
  }
}

// SAFETY: each object is used by one test, in the isolation of its store.
/// Notes that `Sendable` closures take for the test that made them.
final class Notes<Note>: @unchecked Sendable {
  private(set) var all: [Note] = []

  func add(_ note: Note) { all.append(note) }
}
