package import Differential

/// A random script for scopes: `fuzz --scopes`.
package enum ScopeScript: SeededScript {
  package static var subject: String { "scopes" }
  package static var length: Int { 60 }
  package static var batch: UInt64 { 100 }

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    let play = Play(seed, on: stage)
    await play.run(steps: steps, on: stage)
    let (problem, log) = (play.problem, play.log)
    await play.end(on: stage)
    // A cancelled load may not have returned to the stage yet.
    await stage.untilIdle { play.leftovers != (0, 0, 0) }
    let left = play.leftovers
    let text = log.joined(separator: "\n  ")
    if let problem { return "\(problem)\n  \(text)" }
    return left == (0, 0, 0) ? nil : "runs, waiters and alarms left: \(left)\n  \(text)"
  }
}
