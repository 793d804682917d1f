import AllocationCounter

/// `--count NAME --operations N`, for `.ci/counts`: one hot path, and nothing else.
///
/// Writes the number of the counted operations' allocations. Instructions are counted from
/// outside: two runs that differ only in N differ in nothing but N operations.
enum CountMode {
  /// What comes first, so that caches of the graph, and buffers that grow, have found their size.
  private static let warmUp = 20

  static func run(_ name: String, operations: Int) throws {
    guard let path = HotPath.all.first(where: { $0.name == name }) else {
      throw Options.Mistake(
        description: "--count: expected one of \(names.joined(separator: ", ")), found '\(name)'")
    }
    let work = path.build()
    work(warmUp)
    let before = allocation_count()
    work(operations)
    Console.write("\(allocation_count() - before)\n")
  }

  /// A line per path, with its parts: `--hot-paths`.
  static var list: String { HotPath.all.map { "\($0.name) \($0.parts)\n" }.joined() }

  private static var names: [String] { HotPath.all.map(\.name) }
}
