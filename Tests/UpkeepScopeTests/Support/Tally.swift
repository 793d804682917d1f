import Upkeep
import UpkeepScope

// SAFETY: each object is used by one test, in the isolation of its scope.
/// Entries that definitions add for the test that made them.
final class Tally: @unchecked Sendable {
  private(set) var entries: [String] = []

  var count: Int { entries.count }

  func add(_ entry: String) { entries.append(entry) }

  /// Adds an entry with its own number, and returns the number.
  @discardableResult
  func next() -> Int {
    entries.append("\(count + 1)")
    return count
  }

  func clear() { entries = [] }
}

// SAFETY: as above.
/// A variable that a test shares with its definitions, or with a task that it awaits.
final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

// SAFETY: as above.
/// A numbered value that calls a closure when it is released.
final class Parting: @unchecked Sendable {
  let number: Int
  private let body: () -> Void

  init(_ number: Int = 0, _ body: @escaping () -> Void = {}) {
    (self.number, self.body) = (number, body)
  }

  deinit { body() }
}

// SAFETY: as above.
/// A scope that a definition uses, although it should not.
final class Smuggled: @unchecked Sendable {
  weak var scope: Scope?
}

/// Runs a part of a test and returns the cycles that were reported in it.
///
/// - Parameter body: makes mistakes, or makes none.
/// - Returns: the path of each cycle, and for any other mistake its text.
func cycles(_ body: () -> Void) -> [[String]] {
  var found: [[String]] = []
  withMisuseHandler({ misuse in
    found.append((misuse.error as? CycleError)?.path ?? ["\(misuse)"])
  }) { body() }
  return found
}

/// Runs a part of a test in a transaction that is undone.
func undone(_ body: () -> Void) {
  try? transaction {
    body()
    throw CancellationError()
  }
}

/// The error of a service that does not answer.
struct Refused: Error, Equatable {}
