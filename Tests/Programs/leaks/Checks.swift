import Differential
import Foundation
import Upkeep

/// Checks expectations, and counts the failures.
final class Checks {
  private(set) var failures = 0

  /// Prints a line, and counts a failure if the expectation does not hold.
  func expect(_ holds: Bool, _ sentence: String) {
    print(holds ? "ok    \(sentence)" : "WRONG \(sentence)")
    fflush(nil)
    if !holds { failures += 1 }
  }

  /// Runs a part and expects that it leaves no nodes, no edges, and no object that its closures and
  /// values held.
  func expectNothingLeft(_ name: String, _ body: (Census) -> Void) {
    let census = Census()
    let left = withNodeCount { count in
      body(census)
      return count()
    }
    expect(
      left.nodes == 0 && left.edges == 0 && census.alive == 0 && census.made > 0,
      "\(name): \(census.made) loads made, \(census.alive) left, \(left)")
  }
}

/// Counts the live loads of one part.
final class Census {
  private(set) var made = 0
  fileprivate(set) var alive = 0

  /// Makes an object for a closure or a value to hold.
  func load() -> Load {
    made += 1
    alive += 1
    return Load(self)
  }
}

/// An object that closures and values hold.
final class Load {
  private let census: Census

  fileprivate init(_ census: Census) { self.census = census }

  deinit { census.alive -= 1 }

  /// Always 0; a closure adds it in order to hold this object.
  var zero: Int { 0 }
}

/// The error of a part that fails on purpose.
struct Refusal: Error {}

/// The memory that the process occupies, in kilobytes; 0 where the system does not tell.
func residentKilobytes() -> Int {
  #if os(Linux)
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * (Int(sysconf(Int32(_SC_PAGESIZE))) / 1024)
  #else
    return 0
  #endif
}
