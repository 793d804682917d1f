import Testing

@testable import Upkeep

/// Counts the operations on large values.
final class LargeLog {
  var comparisons = 0
  var copies = 0
  var runs = 0
}

/// A copy-on-write value, like a standard collection, that counts its copies and comparisons.
struct LargeValue: Equatable {
  private final class Storage {
    var content: [Int]
    init(_ content: [Int]) { self.content = content }
  }

  private var storage: Storage
  let log: LargeLog

  init(_ content: [Int], _ log: LargeLog) {
    storage = Storage(content)
    self.log = log
  }

  var content: [Int] { storage.content }

  /// Adds 1 to the first element.
  mutating func edit() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage.content)
      log.copies += 1
    }
    storage.content[0] += 1
  }

  static func == (left: Self, right: Self) -> Bool {
    left.log.comparisons += 1
    return left.content == right.content
  }
}

/// A plain object to whose property large values are bound.
private final class LargeRecipient {
  var value: LargeValue {
    didSet { value.log.runs += 1 }
  }

  init(_ value: LargeValue) { self.value = value }
}

/// The kinds of followers of a large value.
enum LargeFollower: CaseIterable, Sendable { case effect, transition, object }

/// A stored large value, with a derivation, a pass-through and a follower below it.
///
///     stored -> derived -> pass-through -> effect, transition or object
final class LargeWork {
  let stored: StoredProperty<LargeValue>
  private let log = LargeLog()
  private let follower: LargeFollower
  private let recipient: LargeRecipient
  private let updater = Updater()

  init(_ follower: LargeFollower) {
    let log = log
    stored = StoredProperty(LargeValue(Array(0..<10_000), log))
    self.follower = follower
    recipient = LargeRecipient(LargeValue([], log))
    let shown = PassThroughProperty(
      stored.map { LargeValue($0.content.map { $0 + 1 }, log) })
    switch follower {
    case .effect: updater.keepUpToDate { log.runs += shown.value.log === log ? 1 : 0 }
    case .transition: updater.onTransition(shown) { _, _ in log.runs += 1 }
    case .object: updater.bind(object: recipient, keyPath: \.value, toProperty: shown)
    }
  }

  /// Writes a value in other memory, whose first element is greater by `difference`.
  func write(_ difference: Int) {
    var content = stored.peek().content
    content[0] += difference
    stored.value = LargeValue(content, log)
  }

  /// Makes the change twice and counts the second time: before the first, nothing is computed.
  ///
  /// A transition asks the change rule once more, so that a run of it is one comparison more.
  func expect(
    comparisons: Int, copies: Int, runs: Int, sourceLocation: SourceLocation = #_sourceLocation,
    of change: () -> Void
  ) {
    change()
    (log.comparisons, log.copies, log.runs) = (0, 0, 0)
    change()
    let expected = [comparisons + (follower == .transition ? runs : 0), copies, runs]
    #expect(
      [log.comparisons, log.copies, log.runs] == expected, "comparisons, copies, runs",
      sourceLocation: sourceLocation)
  }
}
