import Upkeep

/// The values that a follower of a store has seen, in order; the first when this was made.
final class Seen<Value> {
  private(set) var values: [Value] = []
  private let updater = Updater()

  /// Follows the reads of a closure.
  init(_ read: @escaping () -> Value) {
    updater.keepUpToDate { [unowned self] in values.append(read()) }
  }
}

// SAFETY: each is used by one test, in the isolation of its store.
/// The notes that closures that have to be Sendable take for the test that made them.
final class Notes<Note>: @unchecked Sendable {
  private(set) var all: [Note] = []

  func add(_ note: Note) { all.append(note) }
}
