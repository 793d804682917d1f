/// A frequent operation, whose instructions are counted.
struct HotPath {
  let name: String
  /// The divisor of an operation's instructions: the nodes that run, or the values that are made.
  let parts: Int
  /// The number of operations that are counted.
  let operations: Int
  /// Builds the graph; the returned closure does as many operations as it is told.
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

  /// All paths, in the order of reports.
  ///
  /// Scopes come first: the cost of making an atom depends on how full the type cache of Swift's
  /// runtime is.
  static var all: [HotPath] {
    scopes + growth + writes + large + shapes + scripts + reads + creations + effects + kinds
      + turns + stores + observation + collections
  }
}
