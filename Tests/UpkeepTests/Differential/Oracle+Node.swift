extension Oracle {
  /// A value and the change that brought it.
  struct Version {
    let outcome: Outcome
    let stamp: Int
  }

  final class Node {
    var derived: DerivedSpec?
    var effect: EffectSpec?
    var isAlways = false
    var now: Version?
    /// What it read when it last computed.
    var trace: [(node: Int, version: Version)] = []
    /// What it had when the turn began.
    var start: Version?
    var isEdited = false
    /// What its closure holds.
    var mentions: [Int] = []
    /// Its one report of an undeclared read was made.
    var isReported = false
    var runs = 0
    /// The number of changes when it was looked at last.
    var checked = -1
    var order = 0

    var inputs: [Int]? { derived?.inputs ?? effect?.inputs }

    /// The change rule; a failure is always a change.
    func isUnchanged(_ old: Outcome, _ new: Outcome) -> Bool {
      !isAlways && old == new && old != .failure
    }
  }

  /// Whose reads these are.
  enum Reader {
    case nobody
    case tracked([(node: Int, version: Version)])
    case declared(Node)
  }
}
