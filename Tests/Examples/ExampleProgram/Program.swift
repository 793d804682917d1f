package import Foundation

/// A built example, run from outside like any program.
package struct Program {
  private let name: String

  /// The output of a run, and its exit status.
  package struct Outcome: Equatable {
    package var output: String
    package var errors: String
    package var status: Int32

    /// The outcome of a run that prints nothing and succeeds, unless the arguments say otherwise.
    package init(output: String = "", errors: String = "", status: Int32 = 0) {
      self.output = output
      self.errors = errors
      self.status = status
    }
  }

  /// Names an executable.
  package init(_ name: String) { self.name = name }

  /// Runs the program in a directory of its own; a script becomes the file `a` with the program's
  /// name as its extension (`a.chat`).
  ///
  /// Input and output go through files, so nothing can block.
  package func run(
    _ arguments: String..., script: [UInt8]? = nil, input: String = "", output: URL? = nil
  ) throws -> Outcome {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let names = ["in", "out", "err"].map { directory.appendingPathComponent($0) }
    try Data(input.utf8).write(to: names[0])
    try Data().write(to: names[1])
    try Data().write(to: names[2])
    if let script { try Data(script).write(to: directory.appendingPathComponent("a.\(name)")) }
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

  /// The URL of the program, which is beside the tests' bundle.
  var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name)
  }
}
