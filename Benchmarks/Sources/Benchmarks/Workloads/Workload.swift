/// A graph to write to, of one shape and size, with its expected results.
///
/// Writes count upwards by one, so every write changes the source, and every contender receives the
/// same values.
protocol Workload {
  static var name: String { get }
  /// The name of this workload, for types that stand for several.
  var name: String { get }
  var n: Int { get }
  var shape: Shape { get }

  /// Builds the graph: its source holds 0, and its effects deliver into the sink.
  func build<E: Engine>(in engine: E, into sink: Sink) -> Wiring<E>

  /// The consequences of a write that raises the source from `value - 1` to `value`.
  func expectation(for value: Int, _ visits: Visits) -> Expectation
}

extension Workload {
  var name: String { Self.name }
}

/// The two ends of a graph.
struct Wiring<E: Engine> {
  let source: E.Source
  /// The node whose value is asserted.
  let leaf: E.Node
}
