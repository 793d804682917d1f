/// A published graph, with a script of writes and reads that asserts its own answers.
///
/// The script runs repeatedly, each time with the values that the last run left behind. Counts are
/// asserted in that steady state.
protocol Scenario {
  static var name: String { get }
  /// The name of this scenario, for types that stand for several.
  var name: String { get }
  var n: Int { get }
  /// The node runs of one run of the script: the divisor of the time per node.
  var runs: Int { get }
  /// The number of operations of the script: the writes that change a value, or one.
  var operations: Int { get }
  /// Whether every run of the script has a new graph, built and released untimed.
  var isFresh: Bool { get }
  /// The contenders that do not take part, with the reasons.
  var absences: [Race.Absence] { get }

  /// The consequences of a run of the script.
  func counts(of contender: Identity) -> Counts

  /// Builds the graph; counted effects deliver into the sink.
  func build<E: GeneralEngine>(in engine: E, into sink: Sink) throws -> Script
}

/// A script, which throws `VoidRun` at a wrong answer.
typealias Script = () throws -> Void

extension Scenario {
  var name: String { Self.name }
  var operations: Int { 1 }
  var isFresh: Bool { false }
  var absences: [Race.Absence] { [] }
}

extension Race.Absence {
  static func declared(_ reason: String) -> Self {
    Self(identity: UpkeepDeclared.identity, reason: reason)
  }

  static func naive(_ reason: String) -> Self { Self(identity: Naive.identity, reason: reason) }

  static func observation(_ reason: String) -> Self {
    Self(identity: Observed.identity, reason: reason)
  }
}
