import Foundation
package import Upkeep

/// Random scripts from seeds; each step of a script can be left out.
package protocol SeededScript: SendableMetatype {
  /// The kind of script, as `fuzz` names it.
  static var subject: String { get }
  /// The number of steps of a script.
  static var length: Int { get }
  /// The number of scripts between two looks at the clock.
  static var batch: UInt64 { get }

  /// Runs the given steps of a script on a stage, and releases everything.
  ///
  /// - Parameters:
  ///   - seed: makes the script.
  ///   - steps: the steps to run, in order.
  ///   - stage: the stage that runs them.
  /// - Returns: the failure; nil if there is none.
  static func play(_ seed: UInt64, _ steps: [Int], on stage: isolated Stage) async -> String?

  /// Receives each misuse report during a script; nil for standard error.
  static var misuseHandler: ((Misuse) -> Void)? { get }
}

extension SeededScript {
  package static var misuseHandler: ((Misuse) -> Void)? { nil }

  /// Tries seeds on a thread of its own.
  ///
  /// - Parameter seeds: the seeds, in this order.
  /// - Returns: the first failure, with the shortest script that was found; nil if there is none.
  package static func firstFailure(of seeds: Range<UInt64>) async -> String? {
    await onItsOwnThread {
      for seed in seeds { if let found = difference(seed) { return found } }
      return nil
    }
  }

  /// Tries one seed on a thread of its own, and does not shrink a failing script.
  ///
  /// - Parameter seed: the seed of the script.
  /// - Returns: the failure; nil if there is none.
  package static func failure(of seed: UInt64) async -> String? {
    await onItsOwnThread { outcome(seed, Array(0..<length)) }
  }

  /// Tries seeds for a while, or until one fails, and ends the process.
  ///
  /// The status is 0 if no script failed, and 1 if one did (it is printed).
  ///
  /// - Parameter arguments: the number of seconds, and the first seed.
  package static func fuzz(_ arguments: some Sequence<String>) async -> Never {
    let numbers = arguments.compactMap { UInt64($0) }
    let seconds = numbers.first ?? 60
    let first = numbers.dropFirst().first ?? UInt64.random(in: 0..<1 << 40)
    var seed = first
    let clock = ContinuousClock()
    let start = clock.now
    print("fuzz: \(subject), from seed \(seed)")
    fflush(nil)
    while clock.now - start < .seconds(seconds) {
      if let found = await firstFailure(of: seed..<seed + batch) {
        print(found)
        exit(1)
      }
      seed += batch
    }
    print("fuzz: up to seed \(seed), \(seed - first) scripts")
    exit(0)
  }

  private static func difference(_ seed: UInt64) -> String? {
    let steps = Array(0..<length)
    guard var shortest = outcome(seed, steps) else { return nil }
    _ = Shrinker.withoutParts(steps) { fewer in
      guard let found = outcome(seed, fewer) else { return false }
      shortest = found
      return true
    }
    return "seed \(seed): " + shortest
  }

  private static func outcome(_ seed: UInt64, _ steps: [Int]) -> String? {
    func perform() -> String? {
      Stage.perform { stage in
        if seed % 3 == 0 { stage.shuffle(by: seed) }
        return await play(seed, steps, on: stage)
      }
    }
    return leavingNothing { misuseHandler.map { withMisuseHandler($0, perform) } ?? perform() }
  }
}
