/// An effect, or the consequences of one `send`, in the oracle.
final class OracleRun {
  enum Stand: Equatable {
    /// The run stands for a `send`.
    case none
    case behindOthers
    case debounced(until: Int)
    /// The effect can go on by itself.
    case ready
    case sleeping(until: Int)
    case gate
    case finishing
    case done
  }

  let number: Int
  let store: Int
  /// The name of the effect.
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
  /// The run of the last action that the effect sent.
  var sent: OracleRun?
  var awaited: OracleRun?
  var group: Int?
  /// The row that owns the effect; `life` counts how often the row had been removed before.
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

  /// Whether the effect's code may go on now.
  func mayGoOn(at now: Int, opened: Set<String>) -> Bool {
    switch stand {
    case .ready: true
    case .sleeping(let until): until <= now
    case .gate: opened.contains(gate)
    case .finishing: awaited?.isOver ?? true
    case .none, .behindOthers, .debounced, .done: false
    }
  }

  /// The name of the gate that the effect awaits.
  var gate: String { "\(key ?? "")#\(next)" }
}

/// The effects that share an identity.
struct OracleGroup {
  var members: [OracleRun] = []
  var waiting: [OracleRun] = []
}
