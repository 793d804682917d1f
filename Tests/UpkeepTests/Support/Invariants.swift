import Testing

@testable import Upkeep

/// Runs a part of a test, and checks the engine's invariants around the given properties before it
/// and after it: over everything that edges connect them to, so one property of a graph is enough.
///
///     checkingInvariants(of: [width, height]) { width.value = 5 }
///
/// Call it between turns. Not for graphs above 10,000 nodes: it allocates per node.
///
/// - Parameters:
///   - properties: where to begin to look.
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
