import Differential
import Foundation
import Upkeep

/// A random script for stores.
package enum StoreScript {
  /// What goes wrong with a seed, with the shortest script that was found for it; nil if nothing does.
  package static func difference(seed: UInt64, steps: Int = 40) -> String? {
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
      let play = StorePlay(seed)
      await play.run(steps: steps, on: stage)
      let left = await play.end(on: stage)
      guard let problem = play.problem ?? left else { return nil }
      return "\(problem)\n  \(play.log.joined(separator: "\n  "))"
    }
    if let found { return found }
    let nodes = Inspection.counts.nodes - counts.nodes
    let edges = Inspection.counts.edges - counts.edges
    return nodes == 0 && edges == 0 ? nil : "\(nodes) nodes and \(edges) edges left"
  }
}

/// `fuzz --stores`: random scripts for stores for a while, or until one goes wrong.
package enum StoreFuzz {
  /// Runs the program and ends the process: with 0 if nothing went wrong, with 1 and a script if something did.
  ///
  /// - Parameter arguments: for how many seconds, and with which seed to begin.
  package static func run(_ arguments: some Sequence<String>) async -> Never {
    let numbers = arguments.compactMap { UInt64($0) }
    let seconds = numbers.first ?? 60
    let first = numbers.dropFirst().first ?? UInt64.random(in: 0..<1 << 40)
    var seed = first
    let clock = ContinuousClock()
    let start = clock.now
    print("fuzz: stores, from seed \(seed)")
    fflush(nil)
    while clock.now - start < .seconds(seconds) {
      if let found = await StoreScript.firstFailure(of: seed..<seed + 20) {
        print(found)
        exit(1)
      }
      seed += 20
    }
    print("fuzz: up to seed \(seed), \(seed - first) scripts")
    exit(0)
  }
}
