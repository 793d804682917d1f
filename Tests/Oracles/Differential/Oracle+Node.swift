extension Oracle {
  /// A value and the change that brought it.
  struct Version {
    let outcome: Outcome
    let stamp: Int
  }

  final class Node {
    enum Kind { case stored, connectable, manual, derived, collection, effect, alias, layer }

    let id: Int
    let kind: Kind
    let order: Int
    /// The expression that it computes: of an alias what it stands for, of a connectable what it shows.
    var expression: Expression
    /// Declared inputs, nil where reads are tracked.
    var inputs: [Int]?
    var effect: EffectSpec?
    /// The computation if that is not its expression.
    var calculate: (() -> Outcome)?
    /// Of a tentative property: the nodes of its layers, topmost last, and of whether there are any.
    var tentative: (spec: TentativeSpec, layers: Int, isTentative: Int)?
    var layer: Layer?
    /// The layer whose confirmation an effect waits for.
    var watched: Int?
    var crew: Crew?
    /// The nodes that its closure holds.
    var mentions: [Int] = []
    /// Its value is a plain number.
    var isNumber = true
    /// A failure is its value, not 0.
    var isFailable = false
    /// A failure that follows a failure is no change.
    var isOptional = false
    var isAlways = false
    /// It takes more than 1 to be a change.
    var isCoarse = false
    var hasOwnRule = false
    /// The program has a closure in it.
    var isCounted = false

    var now: Version?
    /// The reads of its last computation.
    var trace: [(node: Int, version: Version)] = []
    /// It has to compute whatever its inputs are.
    var isInvalid = false
    /// Something above it has changed since it was looked at.
    var isStale = false
    /// The version that it had when the turn began.
    var start: Version?
    /// The version that it had before the plain write that has opened the turn.
    var origin: Version?
    /// The turn cannot end where it began any more.
    var hasNoStart = false
    var isEdited = false
    /// The latest value in the turn, other than `start`, that an effect has read and that was
    /// changed then.
    var seen: Version?
    /// The value that a transition told last, and how often one was told.
    var last: Outcome?
    var calls = 0
    /// The number of times that it was announced as changed without being replaced.
    var touches = 0
    /// Its one report of an undeclared read was made.
    var isReported = false
    var runs = 0
    var isRunning = false
    /// An effect that ends if its first run fails, while that and what follows in its turn is under way.
    var isStarting = false
    /// An effect that was made in a transaction that is open.
    var waitsForCommit = false
    /// An effect that compares values, not changes: for the first time after a pause.
    var isCatchingUp = false
    /// The number of changes when it was looked at last.
    var checked = -1

    init(_ id: Int, _ kind: Kind, _ expression: Expression, order: Int) {
      self.id = id
      self.kind = kind
      self.expression = expression
      self.order = order
    }

    /// Becomes as it was before it first computed.
    func forgetValue() {
      (now, start, trace) = (nil, nil, [])
      (isInvalid, isStale, checked) = (false, true, -1)
    }

    /// Forgets the start of the turn.
    func forgetStart() {
      (start, seen) = (nil, nil)
      (hasNoStart, isEdited) = (false, false)
    }

    /// The library has a node for it.
    var isInLibrary: Bool { kind != .alias && (kind != .layer || computes) }

    var computes: Bool {
      kind == .derived || kind == .connectable || kind == .collection
        || kind == .layer && calculate != nil
    }

    /// The change rule; a failure is always a change.
    func isUnchanged(_ old: Outcome, _ new: Outcome) -> Bool {
      if isCoarse, case .value(let old) = old, case .value(let new) = new {
        return (new - old).magnitude <= 1
      }
      return isEqual(old, new)
    }

    private func isEqual(_ old: Outcome, _ new: Outcome) -> Bool {
      !isAlways && old == new && (old != .failure || isOptional)
    }
  }

  /// The reader that reads belong to.
  enum Reader {
    case nobody
    case tracked([(node: Int, version: Version)])
    case declared(Node)
  }

  /// The effects of an updater.
  final class Crew {
    /// The number of nodes that there were when the updater was made, and itself.
    let order: Int
    /// Calls of the updater that are under way: it cannot go before they have ended.
    var calls = 0
    var isReleased = false
    var isPaused = false
    /// The values that it keeps while it is paused, by the stamps of their versions, to compare with.
    var witnesses: [Int: Witness] = [:]

    init(order: Int) { self.order = order }
  }

  /// A value that paused effects have seen.
  struct Witness {
    /// The node whose value it is, which lives as long.
    let node: Int
    let touches: Int
    /// The effects that have seen it; it goes with the last of them.
    var effects: Set<Int> = []
  }
}
