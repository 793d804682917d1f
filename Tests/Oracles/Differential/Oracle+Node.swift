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
    /// The number of nodes that had been made with it; effects of one round run in this order.
    var order: Int
    /// The computed expression: for an alias the node behind it, for a connectable its parent.
    var expression: Expression
    /// The declared inputs; nil if reads are tracked.
    var inputs: [Int]?
    var effect: EffectSpec?
    /// The computation, if that is not `expression`.
    var calculate: (() -> Outcome)?
    /// For a tentative property: the nodes of the list of layers and of the flag `isTentative`.
    var tentative: (spec: TentativeSpec, layers: Int, isTentative: Int)?
    var layer: Layer?
    /// The layer whose confirmation the effect awaits.
    var watched: Int?
    var crew: Crew?
    /// The nodes that its closure holds.
    var mentions: [Int] = []
    /// Whether its value is a plain number.
    var isNumber = true
    /// Whether a failure is its value, and not 0.
    var isFailable = false
    /// Whether a failure after a failure is no change.
    var isOptional = false
    var isAlways = false
    /// Whether a change is a difference of more than 1.
    var isCoarse = false
    var hasOwnRule = false
    /// Whether it runs a closure of the program.
    var isCounted = false

    var now: Version?
    /// The reads of its last computation.
    var trace: [(node: Int, version: Version)] = []
    /// Whether it must compute whatever its inputs are.
    var isInvalid = false
    /// Whether a node above it has changed since it was checked.
    var isStale = false
    /// Its version at the beginning of the turn.
    var start: Version?
    /// Its version before the plain write that opened the turn.
    var origin: Version?
    /// Whether the turn can no longer return to its beginning.
    var hasNoStart = false
    var isEdited = false
    /// The latest value of this turn, other than `start`, that an effect had read when it changed
    /// again.
    var seen: Version?
    /// The value that the last transition reported; `calls` counts the reports.
    var last: Outcome?
    var calls = 0
    /// The number of announced changes that did not replace the value.
    var touches = 0
    /// Whether its one report of an undeclared read was made.
    var isReported = false
    var runs = 0
    /// Whether the closure was also called before, in the transaction that made the effect.
    var wasTriedOut = false
    var isRunning = false
    /// Whether the first run, whose failure ends the effect, or the rest of its turn is under way.
    var isStarting = false
    /// Whether the effect was made in a transaction that is still open.
    var waitsForCommit = false
    /// Whether the effect compares values, not versions: for the first time after a pause.
    var isCatchingUp = false
    /// The value of `changes` when the node was last checked.
    var checked = -1

    init(_ id: Int, _ kind: Kind, _ expression: Expression, order: Int) {
      self.id = id
      self.kind = kind
      self.expression = expression
      self.order = order
    }

    /// Returns to the state before the first computation.
    func forgetValue() {
      (now, start, trace) = (nil, nil, [])
      (isInvalid, isStale, checked) = (false, true, -1)
    }

    /// Forgets the start of the turn.
    func forgetStart() {
      (start, seen) = (nil, nil)
      (hasNoStart, isEdited) = (false, false)
    }

    /// Whether the library has a node for it.
    var isInLibrary: Bool { kind != .alias && (kind != .layer || computes) }

    var computes: Bool {
      kind == .derived || kind == .connectable || kind == .collection
        || kind == .layer && calculate != nil
    }

    /// Whether the change rule takes two values for the same; a failure is always a change.
    func isUnchanged(_ old: Outcome, _ new: Outcome) -> Bool {
      if isCoarse, case .value(let old) = old, case .value(let new) = new {
        return (new - old).magnitude <= 1
      }
      return !isAlways && old == new && (old != .failure || isOptional)
    }
  }

  /// The computation or closure to which reads belong.
  enum Reader {
    case nobody
    case tracked([(node: Int, version: Version)])
    case declared(Node)
  }

  /// The effects of an updater.
  final class Crew {
    /// The number of nodes that had been made when the updater was made.
    let order: Int
    /// The open calls of the updater: its effects end only after these.
    var calls = 0
    var isReleased = false
    var isPaused = false
    /// The values that it keeps for comparison while it is paused, by the stamps of their versions.
    var witnesses: [Int: Witness] = [:]

    init(order: Int) { self.order = order }
  }

  /// A value that paused effects have seen.
  struct Witness {
    /// The node of the value; it lives as long as the witness.
    let node: Int
    let touches: Int
    /// The effects that have seen the value; without any, the value is not kept.
    var effects: Set<Int> = []
  }
}
