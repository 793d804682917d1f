import Differential
import Foundation
import Upkeep
import UpkeepScope

/// A program that saves and is killed at random moments: `fuzz --kills`.
///
/// The saved data must be whole and not older than the last finished save, and no unfinished file
/// may stay.
@MainActor package enum KilledProgram {
  /// Kills programs for a while, or until one leaves wrong data, and ends the process.
  ///
  /// - Parameter arguments: the number of seconds, and the first seed.
  package static func fuzz(_ arguments: some Sequence<String>) async -> Never {
    let numbers = arguments.compactMap { UInt64($0) }
    let seed = numbers.dropFirst().first ?? UInt64.random(in: 0..<1 << 40)
    var random = SplitMix64(seed: seed)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(numbers.first ?? 60)
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "upkeep-kills-\(UUID().uuidString)")
    var (kills, interrupted) = (0, 0)
    print("fuzz: programs that are killed, from seed \(seed)")
    fflush(nil)
    while clock.now < end {
      let place = folder.appending(component: "\(kills)")
      do {
        if try runAndKill(in: place, after: random.below(60_000)) { interrupted += 1 }
        kills += 1
        try? FileManager.default.removeItem(at: place)
      } catch {
        print("fuzz: after \(kills) kills: \(error)")
        exit(1)
      }
    }
    try? FileManager.default.removeItem(at: folder)
    print("fuzz: \(kills) programs killed, \(interrupted) of them in the middle of a file")
    exit(0)
  }

  /// The program to kill: it writes an atom over and over, and prints the number of each finished
  /// save.
  ///
  /// - Parameter folder: the folder for the saved data.
  package static func run(in folder: String) async -> Never {
    let scope = Scope()
    let text = atom(in: URL(filePath: folder))
    for number in 1... {
      scope[text] = content(number)
      do { try await scope.saved() } catch { exit(3) }
      print(number)
      fflush(nil)
    }
    exit(0)
  }

  private struct Found: Error, CustomStringConvertible {
    let description: String
  }

  private static func atom(in folder: URL) -> Atom<[Int]> {
    Atom([]).persisted(key: "Numbers", in: FileStorage(folder: folder))
  }

  private static func content(_ number: Int) -> [Int] {
    Array(repeating: number, count: 1 + number * 37 % 5_000)
  }

  /// Returns whether the program was killed while there was an unfinished file.
  private static func runAndKill(
    in folder: URL, after microseconds: Int
  ) throws -> Bool {
    let program = Process()
    program.executableURL = URL(filePath: CommandLine.arguments[0])
    program.arguments = ["--killed", folder.path]
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    // The program has started when it has printed something.
    var said = output.fileHandleForReading.availableData
    usleep(UInt32(microseconds))
    kill(program.processIdentifier, SIGKILL)
    program.waitUntilExit()
    said += output.fileHandleForReading.readDataToEndOfFile()
    guard program.terminationReason == .uncaughtSignal else {
      throw Found(description: "the program has ended by itself, with \(program.terminationStatus)")
    }
    // The last line may be incomplete.
    let promised =
      String(decoding: said, as: UTF8.self).split(separator: "\n").dropLast()
      .compactMap { Int($0) }.last ?? 0
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let numbers = Scope()[atom(in: folder)]
    let number = numbers.first ?? 0
    guard numbers == (number == 0 ? [] : content(number)) else {
      throw Found(description: "a torn value is left, of \(number)")
    }
    guard number >= promised, number <= promised + 3 else {
      throw Found(description: "\(number) is left, and \(promised) was saved")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard left == ["%4Eumbers.json"] else {
      throw Found(description: "files are left: \(left)")
    }
    return names.count > 1
  }
}
