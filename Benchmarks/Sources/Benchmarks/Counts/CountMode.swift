import AllocationCounter
import BenchmarkReport
import OpaqueValues

/// `--count NAME`, for `.ci/counts`: runs one hot path after the other and nothing else.
///
/// An external profiler counts the instructions, and begins a new count at each call of
/// `begin_count`: three for each path. The third count has twice the operations of the second, and
/// nothing else differs.
enum CountMode {
  /// Runs the paths; prints for each its name, its parts, the operations, and their allocations.
  static func run(_ names: [String]) throws {
    for path in try paths(names) { count(path) }
  }

  private static func paths(_ names: [String]) throws -> [HotPath] {
    let all = HotPath.all
    for name in names where !all.contains(where: { $0.name == name }) {
      let advice = NameAdvice.text(for: name, among: ["all"] + all.map(\.name))
      throw Options.Mistake(description: "no hot path has the name '\(name)'" + advice)
    }
    return all.filter { names.isEmpty || names.contains($0.name) }
  }

  private static func count(_ path: HotPath) {
    let operations = path.operations
    let work = path.build()
    // The same work runs once before, so that buffers reach their size, and the memory that earlier
    // paths left for reuse is used up.
    work(3 * operations)
    let start = allocation_count()
    begin_count()
    work(operations)
    begin_count()
    let middle = allocation_count()
    work(2 * operations)
    begin_count()
    let allocations = (allocation_count() - middle) - (middle - start)
    Console.write("\(path.name) \(path.parts) \(operations) \(allocations)\n")
  }
}
