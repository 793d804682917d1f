/// The measures of a graph.
struct Shape {
  /// Its derived values and effects.
  let nodes: Int
  /// The computations and effect runs per write when none is made twice: the divisor of the time
  /// per node.
  let runs: Int
  /// Its levels.
  let depth: Int
  /// The computations per write when every path from the source is followed.
  let paths: Int
}

/// The number of times an engine computes a node that several paths lead to.
enum Visits {
  case oncePerNode
  case oncePerPath
}
