/// The size of graphs, as counted by `withNodeCount`.
public struct NodeCount: Hashable, Sendable, CustomStringConvertible {
  /// The number of properties and effects.
  ///
  /// The closure of each one, and everything that it captured, is stored in its node and released
  /// with it. A pass-through property shares its parent's node and is not counted; a constant
  /// property counts as one.
  public let nodes: Int

  /// The number of dependencies, one for each input that a node has read.
  public let edges: Int

  /// The memory, in bytes, reserved for nodes and edges.
  ///
  /// This memory is reused and never given back, so it grows only when more nodes or edges are
  /// alive at the same time than ever before.
  public let reservedBytes: Int

  /// The three numbers in words.
  public var description: String { "\(nodes) nodes, \(edges) edges, \(reservedBytes) bytes" }
}

/// Counts the nodes and edges that a part of a program makes and frees, for a test that its graphs
/// leave nothing behind.
///
///     withNodeCount { count in
///       openAndCloseTheDocument()
///       #expect(count().nodes <= 0)
///     }
///
/// The count is everything that the calling thread has made since `body` began, less everything it
/// has freed. A graph that another thread makes or frees in the meantime is not counted. An updater
/// that was dropped elsewhere ends in the next turn of its actor, or of any actor if its own is
/// gone. On an actor there may therefore be fewer nodes than before, so test for `nodes <= 0`
/// there. Count between turns: inside a turn, dropped objects wait for its end.
///
/// A debug build registers everything that is made inside `body`, at the cost of one set insertion
/// for each node and edge, so that `retainers(of:)` finds more. A release build registers nothing.
///
/// - Parameter body: receives a function that counts, which must not be called on another thread.
/// - Returns: the result of `body`.
/// - Throws: the error of `body`.
/// - Complexity: O(1) to count.
public func withNodeCount<Result, Failure>(
  _ body: (_ count: () -> NodeCount) throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.current
  #if DEBUG
    let isOutermost = context.pointee.nodes.register == nil
    if isOutermost {
      context.pointee.nodes.register = []
      context.pointee.edges.register = []
    }
    defer {
      if isOutermost {
        context.pointee.nodes.register = nil
        context.pointee.edges.register = nil
      }
    }
  #endif
  let start = NodeCount(context)
  return try body {
    let now = NodeCount(context)
    return NodeCount(
      nodes: now.nodes - start.nodes, edges: now.edges - start.edges,
      reservedBytes: now.reservedBytes - start.reservedBytes)
  }
}

extension NodeCount {
  /// Counts everything that a thread has made, less everything it has freed.
  init(_ context: ContextRef) {
    nodes = context.pointee.nodes.count
    edges = context.pointee.edges.count
    reservedBytes = context.pointee.nodes.bytes + context.pointee.edges.bytes
  }
}
