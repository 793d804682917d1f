import Foundation

/// `fuzz --scopes`: random scripts for scopes for a while, or until one goes wrong.
package enum ScopeFuzz {
  /// Runs the program and ends the process: with 0 if nothing went wrong, with 1 and a script if something did.
  ///
  /// - Parameter arguments: for how many seconds, and with which seed to begin.
  package static func run(_ arguments: some Sequence<String>) async -> Never {
    let numbers = arguments.compactMap { UInt64($0) }
    let seconds = numbers.first ?? 60
    var seed = numbers.dropFirst().first ?? UInt64.random(in: 0..<1 << 40)
    let clock = ContinuousClock()
    let start = clock.now
    print("fuzz: scopes, from seed \(seed)")
    while clock.now - start < .seconds(seconds) {
      if let found = await ScopeScript.firstFailure(of: seed..<seed + 100) {
        print(found)
        exit(1)
      }
      seed += 100
    }
    print("fuzz: up to seed \(seed)")
    exit(0)
  }
}
