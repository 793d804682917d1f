import Differential
import Foundation

/// The work of a process with a mistake: it runs scripts until one fails.
///
/// It writes the number of each script before it runs the script, and at the end the difference.
enum Attempt {
  /// The number of scripts to try.
  static let count = 10_000

  /// The number of scripts over models, and of scripts over collections, to try after those.
  private static let countOfOthers = 500

  /// The seconds of processor time that a script may take: it usually takes some milliseconds.
  private static let seconds = 3

  /// `ITIMER_PROF`, whose type differs between systems.
  private static let timeOfProcessor: Int32 = 2

  /// Runs scripts and ends the process: with 0 if a script failed, with 1 if none did.
  ///
  /// - Parameter first: the script to try first.
  static func run(first: Int?) async -> Never {
    limit()
    write("0")
    // Law 15: a drop elsewhere does not change other code. So each process holds something that was
    // dropped elsewhere.
    let owner = await NumberedScript.leaveSomethingHanging()
    let others = [NumberedScript.firstOverModels, NumberedScript.firstOverCollections]
      .flatMap { $0..<$0 + countOfOthers }
    for number in (first.map { [$0] } ?? []) + (0...count) + others {
      limit()
      write("\(number)")
      if let found = await NumberedScript.difference(number) {
        write(found)
        exit(0)
      }
    }
    withExtendedLifetime(owner) {}
    exit(1)
  }

  /// Sets limits after which the system ends the process if the next script hangs.
  private static func limit() {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(timeOfProcessor, &timer, nil)
    // For a script that waits and takes no processor time.
    alarm(120)
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
