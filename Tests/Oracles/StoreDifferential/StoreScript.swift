package import Differential

/// A random script for stores: `fuzz --stores`.
package enum StoreScript: SeededScript {
  package static var subject: String { "stores" }
  package static var length: Int { 40 }
  package static var batch: UInt64 { 20 }

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    let play = StorePlay(seed)
    await play.run(steps: steps, on: stage)
    let left = await play.end(on: stage)
    guard let problem = play.problem ?? left else { return nil }
    return "\(problem)\n  \(play.log.joined(separator: "\n  "))"
  }
}
