/// The measures of a graph.
struct Shape {
  /// The number of its derived values and effects.
  let nodes: Int
  /// The computations and effect runs per write if each node runs once: the divisor of the time per
  /// node.
  let runs: Int
  /// The number of its levels.
  let depth: Int
  /// The computations per write if every path from the source is followed.
  let paths: Int
}

/// The number of times that an engine computes a node with several paths from the source.
enum Visits {
  case oncePerNode
  case oncePerPath
}
