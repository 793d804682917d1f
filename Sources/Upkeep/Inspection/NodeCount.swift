/// The size of graphs, as `withNodeCount` counts it.
public struct NodeCount: Hashable, Sendable, CustomStringConvertible {
  /// Properties and effects.
  ///
  /// The closure of each, and all that it captured, lives in its node and goes with it. A
  /// pass-through property that shares its parent's node, and a constant one, count as they are
  /// built: not at all, and as one.
  public let nodes: Int

  /// Dependencies: "this one has read that one".
  public let edges: Int

  /// The memory, in bytes, in which nodes and edges live.
  ///
  /// It is used again and never given back, so it grows only when more of them are alive at the
  /// same time than ever before.
  public let reservedBytes: Int

  /// The three numbers in words.
  public var description: String { "\(nodes) nodes, \(edges) edges, \(reservedBytes) bytes" }
}

/// Counts the nodes and edges that come and go in a part of a program: for a test that its graphs leave
/// nothing behind.
///
///     withNodeCount { count in
///       openAndCloseTheDocument()
///       #expect(count().nodes <= 0)
///     }
///
/// Counted is what the calling thread has made, less what it has freed, since `body` began; a graph that
/// another thread makes or frees in the meantime is not in it. Updaters that were dropped elsewhere end in the
/// next turn of their actor, and of any actor, the main one too, when theirs is gone: on an actor there may be
/// fewer nodes than before, so ask for `nodes <= 0` there. Ask between turns: inside one, what was dropped waits
/// for its end.
///
/// In a debug build `retainers(of:)` knows more inside `body`: what is made there is registered, which
/// costs a set's insertion for each node and edge. In a release build nothing is registered.
///
/// - Parameter body: gets a function that counts, which must not be called on another thread.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
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
  /// Counts what a thread has made, less what it has freed.
  init(_ context: ContextRef) {
    nodes = context.pointee.nodes.count
    edges = context.pointee.edges.count
    reservedBytes = context.pointee.nodes.bytes + context.pointee.edges.bytes
  }
}
