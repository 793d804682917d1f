import Testing

@testable import Upkeep

/// Runs `body` and checks the engine's invariants before and after it.
///
/// The check covers every node that edges connect to the given properties, so one property of a
/// graph is enough.
///
///     checkingInvariants(of: [width, height]) { width.value = 5 }
///
/// Call it between turns, for graphs of at most 10,000 nodes: the check allocates per node.
///
/// - Parameters:
///   - properties: where the check begins.
///   - sourceLocation: filled in by the compiler.
///   - body: changes or reads the graph.
/// - Returns: the result of `body`.
/// - Throws: the error of `body`.
@discardableResult
func checkingInvariants<Result, Failure>(
  of properties: [UntypedProperty], sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  #expect(
    Graph.violations(around: properties) == [], "before", sourceLocation: sourceLocation)
  defer {
    #expect(
      Graph.violations(around: properties) == [], "after", sourceLocation: sourceLocation)
  }
  return try body()
}
