/// Values of other nodes, by index, for a step or a reaction to read.
///
/// It is a type and not a closure, so that the optimiser specialises each step for each engine, and
/// a read costs what the engine's read costs.
protocol Inputs {
  /// The value of an input; engines that track reads see the read.
  func callAsFunction(_ index: Int) -> Int
}
