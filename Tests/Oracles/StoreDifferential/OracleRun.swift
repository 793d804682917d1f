/// An effect, or what one `send` has caused, as the oracle knows it.
final class OracleRun {
  enum Stand: Equatable {
    /// Of a `send`.
    case none
    case behindOthers
    case debounced(until: Int)
    /// It can go on by itself.
    case ready
    case sleeping(until: Int)
    case gate
    case finishing
    case done
  }

  let number: Int
  let store: Int
  /// Names an effect.
  let key: String?
  let action: TableAction?
  let steps: [EffectStep]
  var parent: OracleRun?
  var children: [OracleRun] = []
  var hasEnded = false
  var isOver = false
  var isCancelled = false
  var stand = Stand.none
  var next = 0
  /// The run that it has sent last.
  var sent: OracleRun?
  var awaited: OracleRun?
  var group: Int?
  /// The row whose effect it is, and how often that had gone before.
  var row: Int?
  var life = 0

  var isOpen: Bool { !hasEnded && !isOver }

  init(_ number: Int, _ store: Int, _ key: String?, _ action: TableAction?, _ steps: [EffectStep]) {
    self.number = number
    self.store = store
    self.key = key
    self.action = action
    self.steps = steps
  }

  /// Whether its code may go on now.
  func mayGoOn(at now: Int, opened: Set<String>) -> Bool {
    switch stand {
    case .ready: true
    case .sleeping(let until): until <= now
    case .gate: opened.contains(gate)
    case .finishing: awaited?.isOver ?? true
    case .none, .behindOthers, .debounced, .done: false
    }
  }

  /// The name of the gate that it waits for.
  var gate: String { "\(key ?? "")#\(next)" }
}

/// Which effects have an identity.
struct OracleGroup {
  var members: [OracleRun] = []
  var waiting: [OracleRun] = []
}
