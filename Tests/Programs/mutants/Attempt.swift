import Differential
import Foundation

/// The part of a process with a mistake: it runs scripts until one goes wrong.
///
/// It writes the number of each script before that runs, and at the end what has gone wrong.
enum Attempt {
  /// The number of scripts that are tried.
  static let count = 10_000

  /// The number of those over models, and of those over keyed collections, that are tried after them.
  private static let countOfOthers = 500

  /// The seconds of the processor that a script may take.
  ///
  /// One takes some thousandths of a second.
  private static let seconds = 3

  /// `ITIMER_PROF`, whose type is another one on each system.
  private static let timeOfProcessor: Int32 = 2

  /// Runs scripts and ends the process: with 0 if one went wrong, with 1 if none did.
  ///
  /// - Parameter first: the script that is tried first.
  static func run(first: Int?) async -> Never {
    limit()
    write("0")
    // Law 15: nobody goes another way because something was dropped elsewhere. Here something
    // always was.
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

  /// Has the system end the process if the next script does not end.
  private static func limit() {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(timeOfProcessor, &timer, nil)
    // For one that waits, and takes no time of the processor.
    alarm(120)
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
