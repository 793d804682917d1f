/// Something a program does so often that its instructions are counted.
struct HotPath {
  let name: String
  /// The divisor of the instructions of one operation: the nodes that it runs, or the values it
  /// makes.
  let parts: Int
  /// The number of operations that are counted.
  let operations: Int
  /// Builds the graph for the operations; the closure that it returns does so many of them.
  let build: () -> (_ operations: Int) -> Void

  init(
    _ name: String, parts: Int = 1, operations: Int? = nil,
    _ build: @escaping () -> (_ operations: Int) -> Void
  ) {
    self.name = name
    self.parts = parts
    self.operations = operations ?? (parts >= 1000 ? 10 : parts >= 100 ? 40 : 400)
    self.build = build
  }

  /// All of them, in the order of reports.
  ///
  /// Scopes come first: the cost of making an atom depends on how full the cache of types is in
  /// which Swift's runtime looks.
  static var all: [HotPath] {
    scopes + growth + writes + large + shapes + scripts + reads + creations + effects + kinds
      + turns + stores + observation + collections
  }
}
