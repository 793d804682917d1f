/// Values of other nodes, by index, for a step or a reaction to read.
///
/// A type and not a closure, so that the optimiser makes a copy of each step for each engine, and a
/// read costs the same as the engine's read.
protocol Inputs {
  /// The value of an input. Engines that watch the reads see it.
  func callAsFunction(_ index: Int) -> Int
}
