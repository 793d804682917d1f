import Foundation
import Testing

/// Law 15: the main actor's owner is recognised wherever its executor runs.
///
/// A test process cannot show that, so the program `owners` does.
@Suite(.leavesNothing) struct MainActorProgramTests {
  @Test(arguments: [[], ["--dispatch"]])
  func `law 15: the main actor's effects end on the next line on whichever thread it runs`(
    arguments: [String]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("owners")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.split(separator: "\n").count == 11)
    #expect(!text.contains("WRONG"))
  }
}
