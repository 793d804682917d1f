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
struct LargeValue<Content: Equatable>: Equatable {
  private final class Storage {
    var content: Content
    init(_ content: Content) { self.content = content }
  }

  private var storage: Storage
  let log: LargeLog

  init(_ content: Content, _ log: LargeLog) {
    storage = Storage(content)
    self.log = log
  }

  var content: Content { storage.content }

  mutating func edit(_ change: (inout Content) -> Void) {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage.content)
      log.copies += 1
    }
    change(&storage.content)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.log.comparisons += 1
    return left.content == right.content
  }
}

/// A plain object to whose property large values are bound.
private final class LargeRecipient<Content: Equatable> {
  var value: LargeValue<Content> {
    didSet { value.log.runs += 1 }
  }

  init(_ value: LargeValue<Content>) { self.value = value }
}

/// A value of one kilobyte.
struct Kilobyte: Equatable {
  var words: SIMD64<Int>
  var moreWords: SIMD64<Int>
}

/// The kinds of large values.
enum LargeKind: CaseIterable, Sendable {
  case array, dictionary, kilobyte

  func work(_ follower: LargeFollower) -> LargeWork {
    switch self {
    case .array:
      LargeWork(
        Array(0..<10_000), follower, changing: { $0[0] += 1 }, deriving: { $0.map { $0 + 1 } })
    case .dictionary:
      LargeWork(
        Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) }), follower,
        changing: { $0[0, default: 0] += 1 }, deriving: { $0.mapValues { $0 + 1 } })
    case .kilobyte:
      LargeWork(
        Kilobyte(words: .zero, moreWords: .zero), follower, changing: { $0.words[0] += 1 },
        deriving: { Kilobyte(words: $0.words &+ 1, moreWords: $0.moreWords) })
    }
  }
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

  init<Content: Equatable>(
    _ content: Content, _ follower: LargeFollower,
    changing change: @escaping (inout Content) -> Void,
    deriving derive: @escaping (Content) -> Content
  ) {
    typealias Value = LargeValue<Content>
    let log = LargeLog()
    let stored = StoredProperty(Value(content, log))
    let derived = stored.map { Value(derive($0.content), log) }
    let shown = PassThroughProperty(derived)
    let recipient = LargeRecipient(Value(content, log))
    let updater = Updater()
    let token =
      switch follower {
      case .effect: updater.keepUpToDate { log.runs += shown.value.log === log ? 1 : 0 }
      case .transition: updater.onTransition(shown) { _, _ in log.runs += 1 }
      case .object:
        updater.bind(object: recipient, keyPath: \.value, toProperty: shown)
      }
    /// An equal value in other memory, changed `times` times.
    func changed(_ times: Int) -> Value {
      var content = stored.peek().content
      for _ in 0..<times { change(&content) }
      return Value(content, log)
    }
    self.log = log
    write = { stored.value = changed(1) }
    writeEqual = { stored.value = changed(0) }
    modify = { stored.modify { $0.edit(change) } }
    edit = { stored.value.edit(change) }
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
        stored.value.edit(change)
      }
    }
    editTwice = {
      batch {
        stored.value.edit(change)
        stored.value.edit(change)
      }
    }
    commit = { transaction { stored.value.edit(change) } }
    rollBack = {
      try? transaction {
        stored.value.edit(change)
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
