import Differential
import Foundation

/// Tries all mistakes, as many at a time as there are cores.
enum Search {
  /// The outcome of the process that makes one mistake.
  private enum Outcome: Sendable {
    case found(script: Int, String)
    case foundNothing
    /// The script fails even without the mistake.
    case isWrong(script: Int, String)
  }

  /// Tries each mistake and prints the outcome; returns whether all were found.
  static func run(_ mutants: [Mutant]) async -> Bool {
    let owner = await NumberedScript.leaveSomethingHanging()
    defer { withExtendedLifetime(owner) {} }
    var waiting = mutants.makeIterator()
    var found = 0
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        if let mutant = waiting.next() { group.addTask { await isFound(mutant) } }
      }
      for await isFound in group {
        if isFound { found += 1 }
        if let mutant = waiting.next() { group.addTask { await Self.isFound(mutant) } }
      }
    }
    print("\(found) of \(mutants.count) mutants were found")
    return found == mutants.count
  }

  private static func isFound(_ mutant: Mutant) async -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = await attempt(mutant)
    let seconds = String(format: "%.1f s", (clock.now - start) / .seconds(1))
    defer { fflush(nil) }
    switch outcome {
    case .found(let script, let difference):
      // The end of the text says what was expected and what was found.
      print("\(mutant.name): found by script \(script) in \(seconds): \(difference.suffix(100))")
      return true
    case .foundNothing:
      print("\(mutant.name): NOT FOUND in \(Attempt.count) scripts and \(seconds)")
    case .isWrong(let script, let difference):
      print("\(mutant.name): WRONG: script \(script) fails without it: \(difference.suffix(100))")
    }
    return false
  }

  private static func attempt(_ mutant: Mutant) async -> Outcome {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--mutant", mutant.name] + (mutant.finder.map { ["\($0)"] } ?? [])
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return .isWrong(script: 0, "\(error)") }
    let output = await onItsOwnThread { pipe.fileHandleForReading.readDataToEndOfFile() }
    process.waitUntilExit()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let didCrash = process.terminationReason == .uncaughtSignal
    if !didCrash, process.terminationStatus == 1 { return .foundNothing }
    guard let last = lines.lastIndex(where: { Int($0) != nil }), let script = Int(lines[last])
    else { return .isWrong(script: 0, "the process has run none") }
    if let difference = await NumberedScript.difference(script) {
      return .isWrong(script: script, difference)
    }
    return .found(
      script: script,
      didCrash
        ? "signal \(process.terminationStatus)" : lines[(last + 1)...].joined(separator: " "))
  }
}
