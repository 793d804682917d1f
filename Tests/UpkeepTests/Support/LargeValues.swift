import Testing

@testable import Upkeep

/// Counts the operations on large values.
final class LargeLog {
  var comparisons = 0
  var copies = 0
  var runs = 0

  func reset() { (comparisons, copies, runs) = (0, 0, 0) }
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
enum LargeFollower: CaseIterable, Sendable {
  case effect, transition, object

  /// The comparisons per change: a transition asks the change rule once more.
  var comparisons: Int { self == .transition ? 1 : 0 }
}

/// Changes to a stored large value, with a derivation, a pass-through and a follower below it.
///
///     stored -> derived -> pass-through -> effect, transition or object
struct LargeWork {
  let log: LargeLog
  let write: () -> Void
  let writeEqual: () -> Void
  let modify: () -> Void
  let edit: () -> Void
  let writeInBatch: () -> Void
  let writeTwice: () -> Void
  let writeThenEdit: () -> Void
  let editTwice: () -> Void
  let commit: () -> Void
  let rollBack: () -> Void
  /// Ends the follower.
  let end: () -> Void

  init(_ follower: LargeFollower) {
    let log = LargeLog()
    let stored = StoredProperty(LargeValue(Array(0..<10_000), log))
    let derived = stored.map { LargeValue($0.content.map { $0 + 1 }, log) }
    let shown = PassThroughProperty(derived)
    let recipient = LargeRecipient(LargeValue([], log))
    let updater = Updater()
    let token =
      switch follower {
      case .effect: updater.keepUpToDate { log.runs += shown.value.log === log ? 1 : 0 }
      case .transition: updater.onTransition(shown) { _, _ in log.runs += 1 }
      case .object:
        updater.bind(object: recipient, keyPath: \.value, toProperty: shown)
      }
    /// An equal value in other memory, changed `times` times.
    func changed(_ times: Int) -> LargeValue {
      var content = stored.peek().content
      content[0] += times
      return LargeValue(content, log)
    }
    self.log = log
    write = { stored.value = changed(1) }
    writeEqual = { stored.value = changed(0) }
    modify = { stored.modify { $0.edit() } }
    edit = { stored.value.edit() }
    writeInBatch = { batch { stored.value = changed(1) } }
    writeTwice = {
      batch {
        stored.value = changed(1)
        stored.value = changed(1)
      }
    }
    writeThenEdit = {
      batch {
        stored.value = changed(1)
        stored.value.edit()
      }
    }
    editTwice = {
      batch {
        stored.value.edit()
        stored.value.edit()
      }
    }
    commit = { transaction { stored.value.edit() } }
    rollBack = {
      try? transaction {
        stored.value.edit()
        throw Refusal()
      }
    }
    end = { withExtendedLifetime((updater, recipient)) { token.cancel() } }
  }

  /// Makes the change twice and counts the second time: before the first, nothing is computed.
  func expect(
    comparisons: Int, copies: Int, runs: Int, of change: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    change()
    log.reset()
    change()
    #expect(log.comparisons == comparisons, "comparisons", sourceLocation: sourceLocation)
    #expect(log.copies == copies, "copies", sourceLocation: sourceLocation)
    #expect(log.runs == runs, "runs", sourceLocation: sourceLocation)
  }
}
