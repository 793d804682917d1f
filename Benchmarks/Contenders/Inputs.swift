/// Values of other nodes, by index: what a step or a reaction reads.
///
/// A type and not a closure, so that the optimiser makes a copy of each step for each engine, and a read costs
/// what the engine's read costs.
protocol Inputs {
  /// The value of an input. Engines that watch what is read see it.
  func callAsFunction(_ index: Int) -> Int
}
