import Upkeep

/// The state machine that orders a store's work: it decides, and does none of the work.
///
///     at rest ---------- begin ----------> sending ---- next: nothing waits ----> at rest
///     at rest, sending -- tell ----------> telling ---- told, and none is late --> as before
///     at rest, sending -- work in a -----> committing - its end: late work ------> as before
///                         transaction
///
/// An action that is sent while the store sends, tells or commits waits in `queue`. Work that comes
/// while other work is told, or another transaction commits, waits in `late`.
struct StoreOrder<Entry> {
  typealias Late = (body: () -> Void, depth: Int)

  /// The length from which on a chain of actions, or of writes, that cause one another is a loop.
  static var maximumDepth: Int { 1_000 }
  /// The limit of the number of waiting actions times their depth.
  ///
  /// If each action sends several, the queue grows too long well before `maximumDepth`.
  static var maximumBreadth: Int { 1_000_000 }

  /// An action is being carried out.
  var isSending = false
  /// The transaction in which the current action began; nil if none.
  private var transaction: UInt64?
  /// The outermost transaction to whose commit this store has deferred work; nil if none.
  var commit: UInt64?
  /// Deferred work runs: listeners are notified, or effects begin.
  private(set) var isTelling = false
  /// Work deferred while `isTelling` or during a commit, with the length of its chain of causes.
  private var late: [Late] = []
  private var lateIndex = 0
  /// The depth of the item of `late` that runs.
  private(set) var lateDepth = 0
  /// A loop of writes was reported; until it comes to rest, further writes in it are refused.
  private var areWritesRunningAway = false
  private var queue = Queue<(entry: Entry, depth: Int)>()
  /// The queue is not empty.
  ///
  /// A stored flag, because unspecialized code would look up the queue's type for each check.
  private(set) var isWaitedFor = false
  /// The length of the chain of causes of the current action.
  private(set) var depth = 0
  /// A loop of actions was reported; until it comes to rest, actions that others cause are refused.
  private var isRunningAway = false

  // Inlined, for unspecialized code would look up this type for a call.
  @inline(__always) var isAtRest: Bool { !isSending && !isTelling && commit == nil }

  /// A transaction has ended, but the work that it deferred to its commit has not.
  private var isCommitting: Bool { commit != nil && commit != Turn.outermostTransaction }

  /// Whether an action waits for another one, for listeners, or for a commit.
  var mustWait: Bool { isSending || isTelling || isCommitting }

  /// Whether actions wait, and no work in progress will carry them out.
  var canGoOn: Bool { isWaitedFor && !mustWait }

  /// Whether the current transaction may be rolled back before an action sent in it is carried out.
  var isInner: Bool {
    isSending ? Turn.transaction != transaction : mustWait && Turn.isUndoable
  }

  /// The action that waits first.
  var first: Entry? { queue.first?.entry }

  // MARK: - Loops

  enum Admission { case admitted, tooLong, refused }

  /// The length of the chain of causes of an action that is sent now.
  var nextDepth: Int { isSending || isTelling ? max(depth, lateDepth) + 1 : 0 }

  /// Decides whether to accept an action; `tooLong` for the first refused action of a loop.
  mutating func admit(_ depth: Int) -> Admission {
    if depth > 1, isRunningAway { return .refused }
    if isInBounds(depth, queue.count) { return .admitted }
    isRunningAway = true
    return .tooLong
  }

  /// Decides whether to accept a write; `tooLong` for the first refused write of a loop.
  mutating func admitWrite() -> Admission {
    if isInBounds(lateDepth, late.count) { return .admitted }
    defer { areWritesRunningAway = true }
    return areWritesRunningAway ? .refused : .tooLong
  }

  private func isInBounds(_ depth: Int, _ count: Int) -> Bool {
    depth < Self.maximumDepth && (depth <= 1 || depth * count <= Self.maximumBreadth)
  }

  // MARK: - Sending

  mutating func begin(_ depth: Int = 0) {
    isSending = true
    transaction = Turn.transaction
    self.depth = depth
  }

  mutating func wait(with entry: Entry, _ depth: Int) {
    queue.append((entry, depth))
    isWaitedFor = true
  }

  /// Takes the action that waits first; without one, ends the sending.
  mutating func next() -> Entry? {
    guard let next = queue.popFirst() else {
      (isSending, isWaitedFor, isRunningAway, depth, transaction) = (false, false, false, 0, nil)
      return nil
    }
    depth = next.depth
    return next.entry
  }

  // MARK: - Telling

  /// Begins to tell and returns true, or else keeps the work for later and returns false.
  mutating func tell(_ body: @escaping () -> Void, of transaction: UInt64?) -> Bool {
    if isTelling || commit != nil && commit != transaction {
      late.append((body, lateDepth + 1))
      return false
    }
    isTelling = true
    return true
  }

  /// Ends the telling of one piece of work; returns whether late work comes next.
  mutating func told() -> Bool {
    isTelling = false
    return commit == nil && !late.isEmpty
  }

  /// Begins to tell the next late work; nil if there is no more.
  mutating func nextLate() -> (() -> Void)? {
    if lateIndex == late.count { return nil }
    isTelling = true
    lateDepth = late[lateIndex].depth
    lateIndex += 1
    return late[lateIndex - 1].body
  }

  /// Ends the telling of late work.
  ///
  /// - Returns: The work, which the caller releases: a captured object may send an action then.
  mutating func toldLate() -> [Late] {
    defer { (late, lateIndex) = ([], 0) }
    (isTelling, lateDepth, areWritesRunningAway) = (false, 0, false)
    if !isSending, !isWaitedFor { isRunningAway = false }
    return late
  }
}
