import Foundation
package import Upkeep

/// Random scripts that a seed makes, of which each step can be left out.
package protocol SeededScript: SendableMetatype {
  /// The subject of the scripts, as `fuzz` calls it.
  static var subject: String { get }
  /// The number of steps of a script.
  static var length: Int { get }
  /// The number of scripts that run before somebody looks at the clock.
  static var batch: UInt64 { get }

  /// Goes through some steps of a script, on a stage, and lets go of everything.
  ///
  /// - Parameters:
  ///   - seed: makes the script.
  ///   - steps: which of its steps, in order.
  ///   - stage: what runs it.
  /// - Returns: what goes wrong; nil if nothing does.
  static func play(_ seed: UInt64, _ steps: [Int], on stage: isolated Stage) async -> String?

  /// Called with each mistake that is reported while a script runs, instead of standard error; nil for that.
  static var misuseHandler: ((Misuse) -> Void)? { get }
}

extension SeededScript {
  package static var misuseHandler: ((Misuse) -> Void)? { nil }

  /// Tries seeds, on a thread of its own.
  ///
  /// - Parameter seeds: in this order.
  /// - Returns: the first that fails, with the shortest script that was found for it; nil if none does.
  package static func firstFailure(of seeds: Range<UInt64>) async -> String? {
    await onItsOwnThread {
      for seed in seeds { if let found = difference(seed) { return found } }
      return nil
    }
  }

  /// Tries a seed, on a thread of its own; a script that fails is left as long as it is.
  ///
  /// - Parameter seed: makes the script.
  /// - Returns: what goes wrong; nil if nothing does.
  package static func failure(of seed: UInt64) async -> String? {
    await onItsOwnThread { outcome(seed, Array(0..<length)) }
  }

  /// Tries seeds for a while, or until one fails, and ends the process: with 0 if none has, with 1 and a script if one has.
  ///
  /// - Parameter arguments: for how many seconds, and with which seed to begin.
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
