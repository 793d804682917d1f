import Differential
import Upkeep

/// A random script for scopes.
package enum ScopeScript {
  /// What goes wrong with a seed, with the shortest script that was found for it; nil if nothing does.
  package static func difference(seed: UInt64, steps: Int = 60) -> String? {
    guard let found = outcome(seed, Array(0..<steps)) else { return nil }
    var kept = Array(0..<steps)
    var shortest = found
    var size = steps / 2
    while size > 0 {
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + size, kept.count))
        if let found = outcome(seed, fewer) {
          kept = fewer
          shortest = found
        } else {
          start += size
        }
      }
      size /= 2
    }
    return "seed \(seed): " + shortest
  }

  /// Tries seeds, on a thread of its own; returns the first failure.
  package static func firstFailure(of seeds: Range<UInt64>) async -> String? {
    await onItsOwnThread {
      for seed in seeds { if let found = difference(seed: seed) { return found } }
      return nil
    }
  }

  private static func outcome(_ seed: UInt64, _ steps: [Int]) -> String? {
    let counts = Inspection.counts
    let found = Stage.perform { stage -> String? in
      if seed % 3 == 0 { stage.shuffle(by: seed) }
      var play = Optional(Play(seed, on: stage))
      await play?.run(steps: steps, on: stage)
      let problem = play?.problem
      let log = play?.log ?? []
      await play?.end(on: stage)
      var left = (0, 0, 0)
      // What was cancelled may be elsewhere for a moment.
      for _ in 0..<5_000 {
        await stage.untilIdle()
        left = play?.leftovers ?? (0, 0, 0)
        if left == (0, 0, 0) { break }
      }
      play = nil
      let text = log.joined(separator: "\n  ")
      if let problem { return "\(problem)\n  \(text)" }
      if left != (0, 0, 0) { return "runs, waiters and alarms left: \(left)\n  \(text)" }
      return nil
    }
    if let found { return found }
    let nodes = Inspection.counts.nodes - counts.nodes
    let edges = Inspection.counts.edges - counts.edges
    return nodes == 0 && edges == 0 ? nil : "\(nodes) nodes and \(edges) edges left"
  }
}
