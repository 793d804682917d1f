import Foundation

/// The built executable `chat`, run as a stranger would.
enum Program {
  /// The output of a run, and its exit status.
  struct Outcome: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  /// Runs the program in a directory of its own, where there may be a script `a.chat`.
  ///
  /// Input and output go through files, so nothing can block.
  static func run(
    _ arguments: String..., script: [UInt8]? = nil, input: String = "", output: URL? = nil
  ) throws -> Outcome {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let names = ["in", "out", "err"].map { directory.appendingPathComponent($0) }
    try Data(input.utf8).write(to: names[0])
    try Data().write(to: names[1])
    try Data().write(to: names[2])
    if let script { try Data(script).write(to: directory.appendingPathComponent("a.chat")) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: output ?? names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try String(contentsOf: names[1], encoding: .utf8),
      errors: try String(contentsOf: names[2], encoding: .utf8),
      status: process.terminationReason == .exit ? process.terminationStatus : -1)
  }

  /// The program stands beside the bundle of the tests.
  private static var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("chat")
  }
}
