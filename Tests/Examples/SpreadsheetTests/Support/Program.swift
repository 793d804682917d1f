import Foundation

/// The built executable `sheet`, run from outside like any program.
enum Program {
  /// The output of a run, and its exit status.
  struct Outcome: Equatable {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  /// Runs `body` with a directory of its own, and removes the directory.
  static func withDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("sheet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
  }

  /// Runs the program in a directory with files, and returns its outcome.
  ///
  /// `files` has the names and contents of the files; `lines` are the typed lines.
  static func run(
    _ arguments: String..., files: [String: String] = [:], lines: [String] = []
  ) throws -> Outcome {
    try withDirectory { directory in
      for (name, text) in files {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
      }
      return try run(arguments, in: directory, input: Data(lines.map { $0 + "\n" }.joined().utf8))
    }
  }

  /// Opens a file and types lines.
  static func play(_ lines: [String], on file: String = "") throws -> Outcome {
    try run("a.csv", files: ["a.csv": file], lines: lines)
  }

  /// Runs the program in a directory; input and output go through files, so nothing can block.
  static func run(_ arguments: [String], in directory: URL, input: Data) throws -> Outcome {
    try withDirectory { streams in
      let names = ["in", "out", "err"].map { streams.appendingPathComponent($0) }
      for (name, data) in zip(names, [input, Data(), Data()]) { try data.write(to: name) }
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = directory
      process.standardInput = try FileHandle(forReadingFrom: names[0])
      process.standardOutput = try FileHandle(forWritingTo: names[1])
      process.standardError = try FileHandle(forWritingTo: names[2])
      try process.run()
      process.waitUntilExit()
      return Outcome(
        output: try String(contentsOf: names[1], encoding: .utf8),
        errors: try String(contentsOf: names[2], encoding: .utf8),
        status: process.terminationReason == .exit ? process.terminationStatus : -1)
    }
  }

  /// The URL of the program, which is beside the tests' bundle.
  static var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("sheet")
  }
}
