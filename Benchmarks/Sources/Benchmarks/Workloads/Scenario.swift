/// A graph with a script of writes and reads that asserts the answers itself, as others have defined it.
///
/// Scripts are run over and over: the next begins with the values that one leaves behind. Counts
/// are asserted in that steady state.
protocol Scenario {
  static var name: String { get }
  /// The name of this one, for scenarios of which there are several.
  var name: String { get }
  var n: Int { get }
  /// The runs of nodes in a run of the script: the divisor of the time per node.
  var runs: Int { get }
  /// The operations that the script counts as: writes that change something, or one.
  var operations: Int { get }
  /// Whether every run of the script gets a new graph, built and thrown away outside the clock.
  var isFresh: Bool { get }
  /// The contenders that do not take part, with the reasons.
  var absences: [Race.Absence] { get }

  /// The consequences of a run of the script.
  func counts(of contender: Identity) -> Counts

  /// Builds the graph; effects that are counted deliver into the sink.
  func build<E: GeneralEngine>(in engine: E, into sink: Sink) throws -> Script
}

/// Throws `VoidRun` at a wrong answer.
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
